"""Weights of features by kind of form; written by bench/forms.py, not by hand."""

KINDS = (
    "contact",
    "login",
    "order",
    "other",
    "password-recovery",
    "registration",
    "search",
    "subscribe",
)
TABLE = """\
\t2:-14 3:94 4:-44 5:-38 6:26 7:-22
action:choose\t0:-6 2:3 3:-16 5:10 6:11 7:-5
action:comment\t0:10 2:4 3:-10 7:-5
action:contact\t0:38 1:-5 2:-9 3:19 4:-10 5:-11 6:-15 7:-7
action:email\t2:-4 3:-4 4:3 5:-9 6:-4 7:20
action:login\t0:-12 1:75 2:-13 3:-38 4:10 5:9 6:-9 7:-22
action:order\t0:-10 1:-4 2:68 3:-23 4:-8 5:-7 6:-4 7:-11
action:password\t0:-10 1:-9 2:-5 3:-14 4:71 5:-7 6:-5 7:-20
action:personal\t1:6 5:-4
action:query\t2:-4 3:4 6:6 7:-3
action:recover\t0:-5 1:-8 2:-3 3:-8 4:49 5:-9 6:-4 7:-12
action:refine\t0:6 3:5 4:-6 5:5 7:-7
action:register\t0:-17 1:-33 2:-14 3:-7 4:-34 5:114 6:-17 7:7
action:save\t0:-3 3:27 6:-19
action:search\t0:-7 1:-8 2:-13 3:-35 4:-10 5:-7 6:95 7:-14
action:send\t0:4 3:10 4:-5 5:-7 6:-5
action:show\t2:5 3:16 4:-5 5:-6 6:-5
action:submit\t0:4 1:6 2:-6 3:10 5:-6 6:-5
action:subscribe\t0:-18 1:-7 2:12 3:-32 4:-16 5:3 6:-19 7:77
action:user\t0:-21 1:46 2:-11 3:-20 4:24 5:17 6:-23 7:-13
action:vote\t2:-3 3:15
any\t0:-4 2:-5 3:-21 6:39
box GET\t0:-13 1:-7 2:15 3:9 4:-13 5:-13 6:14 7:8
box POST\t0:-24 1:-15 2:5 3:-23 4:29 6:5 7:24
box required=False\t0:-35 1:-18 2:21 3:-17 4:16 5:-15 6:21 7:27
box required=True\t1:-4 3:3 7:4
box:?\t0:-6 2:-9 3:39 4:-14 5:-5 6:10 7:-15
box:contact\t3:8 6:-7 7:4
box:email\t0:-15 1:-20 2:-25 3:-33 4:44 5:7 6:-30 7:73
box:login\t1:4 3:-5 4:5 5:5 6:-3
box:order\t2:10 3:-4
box:password\t1:-4 4:18 7:-7
box:person\t1:11 2:-3 3:5 4:9 6:-14 7:-5
box:quantity\t0:-3 1:-4 2:65 3:-22 4:-6 6:-18 7:-9
box:query\t0:-7 1:-7 2:-9 3:-9 4:-8 5:-6 6:56 7:-11
box:recover\t4:16 7:-7
box:refine\t2:-5 3:36 6:-23
box:register\t3:-5 7:15
box:search\t0:-5 1:-5 2:-8 3:-11 4:-7 5:-5 6:51 7:-9
box:show\t3:18 6:-10
box:subscribe\t2:-4 3:-9 4:-7 5:-4 6:-7 7:34
box:user\t1:-7 2:-6 3:-12 4:29 6:9 7:-13
button:again\t3:5
button:comment\t0:14 3:-4
button:contact\t0:13 3:6 6:-8 7:-5
button:email\t0:20 3:-13 4:3
button:login\t0:-6 1:76 2:-7 4:-16 5:-29 6:-10 7:-6
button:order\t0:-21 1:-6 2:103 3:-36 4:-6 5:-7 6:-17 7:-11
button:password\t0:-3 1:-8 3:-9 4:56 5:-10 6:-5 7:-19
button:query\t0:-9 3:10
button:recover\t0:-3 1:-8 2:-3 3:-10 4:59 5:-10 6:-5 7:-19
button:refine\t2:4
button:register\t0:-13 1:-25 2:-8 3:-15 4:-21 5:60 6:-10 7:30
button:save\t3:19 6:-13
button:search\t0:-6 1:-5 2:-7 3:-13 4:-6 5:-5 6:51 7:-9
button:send\t0:20 1:-8 2:15 3:11 4:25 5:-14 6:-16 7:-34
button:show\t0:-5 1:-3 2:-7 4:-4 5:-3 6:18
button:submit\t0:10 1:12 2:-26 3:15 4:-3 5:-12 6:-14 7:19
button:subscribe\t0:-4 2:-4 4:-9 5:-6 6:-4 7:28
button:terms\t3:-11 4:-3 5:21
button:user\t0:-5 1:38 2:-4 3:-13 4:-9 5:9 6:-4 7:-10
button:vote\t2:-3 3:12 6:-3
buttons=0\t0:7 1:4 2:-8 3:46 4:-22 5:-27 6:5 7:-5
buttons=1\t0:3 2:-10 3:7 4:3 5:-7 6:5 7:-4
buttons=2\t0:-6 1:-5 2:6 3:3 5:10 6:-4
buttons=3-5\t2:5 3:-3
buttons=6+\t3:-5 6:6
choice of choose\t0:-6 2:-12 5:-5 6:33 7:-3
choice of refine\t0:-5 1:-4 2:-8 3:-15 5:8 6:28
choice of vote\t3:7
choice:again\t5:9 7:-7
choice:contact\t0:17 2:5 3:-13 7:-4
choice:email\t0:-14 1:-4 2:11 3:9
choice:login\t1:9 5:-5
choice:order\t2:4 3:-6 6:6
choice:password\t0:8 3:-5
choice:personal\t0:-3 1:-4 4:-3 5:17
choice:query\t5:6 6:-6
choice:refine\t0:-10 1:-6 2:-4 3:-4 4:-3 5:11 6:-4 7:18
choice:register\t0:3 1:-5 5:7 6:4 7:-3
choice:remember\t0:-6 1:19 2:-3 3:14 4:-4 5:-19
choice:search\t3:-5 6:9
choice:send\t0:4 3:-4 5:-3 7:6
choice:show\t2:-5 3:8 5:-5 7:4
choice:subject\t0:5
choice:subscribe\t0:3 1:-5 2:14 4:-5 5:-10 6:-5 7:7
choice:terms\t1:-6 2:7 5:7 6:-5
choice:user\t0:-5 1:12 2:-4 3:10 4:-5 5:-5 7:-3
choice:vote\t0:4 1:-11 3:20 6:-5
choices=1\t1:-8 3:36 4:-9 6:-10 7:-12
choices=2\t0:-5 3:-9 6:24
choices=3-5\t2:11 3:-14 6:10
choices=6+\t3:-4 6:6
elsewhere\t0:-22 2:23 3:-9 4:-21 7:32
field:again\t0:-4 1:-21 2:-5 3:-4 4:8 5:38 6:-3 7:-8
field:captcha\t1:-5 2:-9 3:-5 4:13 6:-7 7:13
field:card\t3:3
field:choose\t2:-9 3:-22 5:-5 6:46
field:comment\t0:17 2:5 3:-9 5:-3 7:-4
field:contact\t0:39 1:-5 3:-11 4:-5 5:-7 7:-13
field:coupon\t2:11 3:-5 6:-5
field:email\t1:-7 2:-4 3:-52 4:22 5:39 6:-47 7:51
field:login\t0:-6 1:34 2:-6 3:-14 4:9 5:-4 6:-6 7:-7
field:order\t0:-7 1:-3 2:15 3:17 4:-7 5:-10 6:8 7:-12
field:password\t0:-15 1:35 2:-12 3:-5 4:-5 5:35 6:-10 7:-23
field:person\t0:8 3:6 4:-9 5:20 6:-29 7:6
field:personal\t0:-16 1:-7 2:12 3:7 4:-18 5:26 6:-5
field:quantity\t0:-5 1:-5 2:72 3:-37 4:-6 5:-3 6:-7 7:-9
field:query\t0:20 1:-10 2:-8 3:-50 4:-12 5:-7 6:72 7:-5
field:recover\t3:4 4:6 7:-6
field:refine\t0:5 1:-17 2:5 3:-14 4:-14 5:16 6:32 7:-13
field:register\t1:-7 2:-3 3:-7 4:-8 5:26
field:remember\t1:21 3:-4 5:-8
field:search\t0:-4 1:-14 2:-6 3:-14 4:-6 5:-4 6:54 7:-7
field:send\t3:5
field:show\t2:-5 3:12
field:subject\t0:11 3:4 5:-4 7:-4
field:subscribe\t0:-5 1:-5 2:14 3:-8 4:-6 5:-5 6:-6 7:22
field:terms\t1:-3 3:-6 5:8 7:4
field:user\t0:-18 2:9 3:-23 4:22 5:28 7:-22
field:vote\t1:-11 2:-3 3:26 5:-4 6:-3 7:-4
fields=0\t0:4 1:15 2:-16 3:28 4:-10 5:7 6:-25
fields=1\t0:-19 1:-23 2:5 3:8 4:14 5:-11 6:16 7:10
fields=2\t0:-11 1:35 2:-16 3:-4 4:3 5:-22 6:11 7:5
fields=3-5\t0:24 1:-10 2:5 3:20 4:-17 5:-8 7:-15
fields=6+\t0:5 1:-17 2:14 3:-3 4:-12 5:12 6:11 7:-9
has button\t0:-6 1:5 3:15 4:-4 6:-4 7:-5
has checkbox\t0:-26 1:8 4:-17 6:22 7:14
has email\t0:19 1:-12 2:-14 3:-8 4:5 5:5 6:-8 7:12
has file\t0:10 2:-4 3:17 5:-4 6:-7 7:-6
has hidden\t1:6 2:41 4:-17 5:20 6:-43 7:-6
has image\t0:-6 2:20 3:-15 4:-10 5:-4 6:31 7:-18
has password\t0:-18 1:42 2:-13 3:3 4:-17 5:31 6:-11 7:-18
has radio\t0:-7 1:-21 2:11 3:25 4:-11 5:13 6:-7
has reset\t0:-7 3:7 4:5
has search\t6:7
has select\t0:-14 1:-29 2:32 3:16 4:-20 5:5 6:38 7:-29
has submit\t1:-6 2:-21 3:18 4:10 5:9 6:-24 7:12
has tel\t0:8 2:-3 5:-4
has text\t3:20 4:-17 5:-5 6:10 7:-9
has textarea\t0:119 1:-18 3:-20 4:-13 5:-20 6:-26 7:-20
heading:comment\t0:12 3:-5
heading:contact\t0:51 2:-5 3:-29 4:-3 5:-6 6:-6
heading:email\t3:-4 5:4 7:5
heading:login\t1:26 2:-4 3:4 4:3 5:-16 6:-4 7:-7
heading:order\t0:-5 3:14 4:-5 5:-5 6:6 7:-4
heading:password\t0:-7 1:-12 2:-6 3:-14 4:73 5:-6 6:-7 7:-22
heading:person\t3:6 4:3
heading:query\t2:-5 3:10 7:-4
heading:recover\t0:-6 1:-10 2:-3 3:-9 4:58 5:-10 6:-4 7:-15
heading:refine\t2:-4 3:9 6:4
heading:register\t0:-9 1:-9 2:-6 3:-10 4:-17 5:63 6:-7 7:-5
heading:search\t0:-3 4:4 6:10 7:-4
heading:show\t0:-10 2:-6 3:8 6:12
heading:submit\t0:11 3:-6
heading:subscribe\t0:-11 2:-3 3:-9 4:-9 5:-8 6:-4 7:47
heading:user\t0:-3 1:4 2:-4 3:-3 5:17 6:-3 7:-10
hidden:again\t0:-7 2:13 6:-4
hidden:captcha\t0:-13 1:-5 2:-4 4:6 5:-6 7:23
hidden:card\t3:3
hidden:choose\t0:-9 1:4 2:20 3:12 4:-12 5:9 6:-28 7:3
hidden:comment\t0:6
hidden:contact\t0:7 5:-4 6:-8 7:10
hidden:destroy\t5:11 7:-9
hidden:email\t0:-15 1:-4 3:9 4:-6 5:12 7:5
hidden:login\t0:-9 1:52 2:-4 3:-33 5:-9 6:-4 7:5
hidden:order\t0:-9 2:59 3:-37 4:-3 6:4 7:-11
hidden:password\t0:-4 1:3 3:-5 4:-4 5:9 7:4
hidden:person\t0:-11 1:-3 2:5 3:-14 5:6 7:18
hidden:personal\t0:-6 2:15 3:8 4:-6 6:-6 7:-5
hidden:quantity\t2:5 3:8 6:-8
hidden:query\t0:-11 2:-8 3:24 4:-10 5:12 6:-6 7:-4
hidden:recover\t3:5
hidden:refine\t0:-12 1:-9 2:26 3:11 4:-13 5:-5 6:-10 7:12
hidden:register\t0:-5 1:-7 3:-7 4:-9 5:26
hidden:remember\t1:5
hidden:search\t0:-6 3:-6 5:-5 6:19
hidden:send\t0:3 3:-3
hidden:show\t1:-4 2:-5 4:-4 5:8 6:8 7:-5
hidden:submit\t0:7 1:-5 2:-6 4:-14 5:12 7:7
hidden:subscribe\t0:-5 1:-5 3:-8 4:-6 5:11 7:17
hidden:terms\t5:3
hidden:user\t0:-5 1:6 2:-6 4:-4 5:-4 6:7 7:10
hidden:vote\t0:-8 7:8
hint:card\t1:12 3:-10
hint:choose\t0:-4 1:-6 2:-5 3:-9 4:4 5:6 6:19 7:-5
hint:comment\t0:20 3:-9
hint:contact\t0:63 2:-8 3:-16 4:-8 5:-9 6:-16 7:-6
hint:destroy\t3:16 4:-3 5:-4 6:-4
hint:email\t0:8 1:4 2:-5 4:-11 5:-27 6:-4 7:38
hint:login\t0:-6 1:73 2:-12 3:-19 4:9 5:-7 6:-13 7:-26
hint:order\t0:-10 1:-5 2:39 3:18 4:-8 5:-7 6:-15 7:-12
hint:password\t0:-8 1:-8 2:-4 3:-7 4:44 6:-5 7:-13
hint:personal\t0:-5 2:-4 3:8 4:-3 5:-7 7:12
hint:quantity\t2:3
hint:query\t0:-6 1:-3 5:-6 7:10
hint:recover\t0:-6 1:-10 2:-5 4:60 5:-10 6:-7 7:-22
hint:refine\t0:-11 1:-5 2:3 3:11 4:-3 5:-6 6:17 7:-6
hint:register\t0:-9 2:-14 3:-14 4:-22 5:43 6:-16 7:34
hint:search\t0:-12 1:-11 2:-21 3:-12 4:-18 6:106 7:-32
hint:send\t0:5 2:3 5:-4 7:-4
hint:show\t2:-7 3:-19 4:-5 5:-10 6:23 7:15
hint:submit\t0:-12 3:28 6:-5
hint:subscribe\t0:-14 1:-4 2:-13 3:-27 4:-25 5:-4 6:-18 7:105
hint:user\t0:-14 1:46 2:-15 3:-22 4:18 5:44 6:-11 7:-46
hint:vote\t0:-12 2:-5 3:25 5:-4 6:-7 7:5
label:again\t0:-8 1:-20 2:-5 3:3 4:6 5:36 6:-3 7:-8
label:captcha\t2:-7 3:6 5:-8 6:-8 7:17
label:card\t3:3
label:choose\t0:-7 1:-3 2:-12 3:21 4:-4 6:11 7:-4
label:comment\t0:53 3:-27 4:-4 5:-7 6:-6 7:-8
label:contact\t0:50 1:-7 3:-11 4:-6 5:-14 6:-3 7:-8
label:coupon\t2:11 3:-5 6:-5
label:destroy\t0:5 3:6 5:-3 6:-3
label:email\t0:10 1:-15 2:-16 3:-39 4:25 5:32 6:-43 7:47
label:login\t0:-4 1:17 3:-13 5:-3
label:order\t0:-4 3:28 4:-5 5:-7 6:-4 7:-8
label:password\t0:-18 1:34 2:-14 4:-5 5:35 6:-11 7:-21
label:person\t0:19 1:-16 2:23 3:-18 4:-9 5:10 6:-24 7:15
label:personal\t1:-7 2:-12 3:16 6:-5 7:9
label:quantity\t0:-5 1:-5 2:70 3:-29 4:-6 5:-4 6:-14 7:-9
label:query\t0:-17 1:4 2:-14 3:17 4:-5 5:-4 6:33 7:-14
label:recover\t3:-4 4:19 5:-7
label:refine\t1:-14 2:10 3:-10 4:-9 6:37 7:-14
label:register\t0:-5 1:-6 2:-4 3:-11 6:9 7:17
label:search\t0:-3 1:-7 2:-10 3:-22 4:-8 6:59 7:-9
label:send\t0:19 2:-5 3:3 5:-5 7:-6
label:show\t2:-6 3:8 6:7
label:subject\t0:18 3:-7
label:subscribe\t2:-4 3:-9 4:-7 5:-4 6:-7 7:35
label:user\t0:-18 1:15 2:-6 3:-20 4:27 5:7 6:8 7:-12
mark:again\t1:-7 3:-5 5:19 7:-4
mark:captcha\t0:9 2:-4 3:-15 4:9
mark:card\t2:12 3:-8
mark:choose\t0:5 2:-12 3:-10 5:-8 6:24 7:3
mark:comment\t0:26 3:-10 5:-4 7:-3
mark:contact\t0:23 1:-4 2:-11 3:7 4:-4 5:-9
mark:coupon\t2:11 3:-5 6:-6
mark:destroy\t0:6 3:6 7:-4
mark:email\t0:17 2:-11 3:-37 4:21 5:11 6:-34 7:36
mark:login\t0:-7 1:46 2:-5 4:-3 5:-12 6:-6 7:-9
mark:order\t0:-11 1:-9 2:62 3:-16 4:-8 5:-7 7:-13
mark:password\t0:-10 1:19 2:-8 5:23 6:-10 7:-16
mark:person\t0:4 2:-7 3:17 4:-7 6:-15
mark:personal\t0:-10 3:14 4:-14 5:10 6:6 7:-6
mark:quantity\t0:-3 1:-3 2:65 3:-27 4:-6 5:-4 6:-14 7:-9
mark:query\t1:5 2:-20 3:16
mark:recover\t4:21 5:-8 7:-9
mark:refine\t0:21 1:-12 2:-10 3:9 4:-7 5:8 6:15 7:-23
mark:register\t0:-7 1:-5 2:-6 3:-6 4:-7 5:23 6:-10 7:18
mark:remember\t1:18 3:-4 5:-6
mark:save\t1:8 6:-5 7:5
mark:search\t0:-13 1:-20 2:-23 3:13 4:-10 5:-18 6:97 7:-27
mark:send\t0:12 1:4 2:15 3:-14 7:-11
mark:show\t0:-5 1:-4 2:-6 3:-3 4:-3 6:11 7:12
mark:subject\t3:7
mark:submit\t0:11 1:15 2:-33 3:-14 4:-3 5:19 6:9 7:-3
mark:subscribe\t1:-6 2:-11 3:-5 4:-13 6:-15 7:50
mark:terms\t5:4 7:5
mark:user\t1:25 2:-12 3:-8 5:36 6:-10 7:-31
mark:vote\t1:-10 3:19 6:-4
method=GET\t2:-12 3:29 4:-18 5:-17 6:26 7:-8
method=POST\t0:3 2:3 3:19 4:-4 5:-4 6:-14 7:-3
nameless\t1:12 2:-21 3:46 4:-12 5:5 6:-29
narrows\t0:-5 2:-7 3:-20 6:42 7:-3
only checkbox\t2:4 3:-3
only choices\t0:-7 1:-12 2:13 3:9 4:-12 5:-5 6:30 7:-16
only email\t0:-4 1:-5 3:-8 4:12 5:-9 6:-4 7:20
only radio\t0:3 1:-4 2:4 3:4 5:9 6:-10 7:-3
only search\t6:6
only select\t0:-8 1:-9 2:-3 3:24 4:-8 5:-12 6:27 7:-11
only text\t0:-50 1:-10 2:-7 4:29 5:-5 6:33 7:8
only textarea\t0:12 3:-8
page:choose\t0:-6 2:6 3:-18 5:12 6:10 7:-5
page:comment\t5:5
page:contact\t0:54 1:-6 2:-12 4:-10 5:-16 6:-11 7:3
page:email\t1:5 2:-4 3:9 5:-7
page:login\t0:-12 1:27 2:-12 3:-11 4:12 5:7 7:-10
page:order\t0:-8 2:6 3:10 4:-4 5:-4 6:8 7:-6
page:password\t0:-9 1:-8 2:-4 3:-11 4:59 5:-5 6:-4 7:-18
page:personal\t1:5 3:-10 4:-4 5:6 7:6
page:query\t3:-9 4:3 6:12
page:recover\t0:-6 1:-7 2:-5 4:47 5:-9 6:-8 7:-11
page:refine\t0:-9 1:5 2:12 3:-5 4:-6 5:-11 6:8 7:6
page:register\t0:-26 1:-20 3:25 4:-16 5:68 6:-15 7:-14
page:search\t2:4 3:6 4:-4 5:10 6:-8 7:-7
page:show\t0:-5 1:-3 3:24 4:-4 5:-4 7:-7
page:submit\t3:4
page:subscribe\t0:-8 2:6 3:3 6:-5 7:7
page:user\t0:-17 1:14 2:-15 3:-5 4:25 5:20 6:-4 7:-18
passwords=0\t0:21 1:-43 2:4 3:45 4:-5 5:-52 6:23 7:7
passwords=1\t0:-10 1:65 2:-8 3:4 4:-20 5:-11 6:-8 7:-12
passwords=2\t0:-8 1:-23 2:-5 4:3 5:41 6:-3 7:-5
press:contact\t0:8 3:-3
press:destroy\t0:-5 2:11 3:-6
press:login\t1:10 3:9 5:-9 7:-3
press:order\t2:5
press:password\t4:4
press:register\t1:-9 3:-7 5:19
press:save\t3:-5 7:8
press:search\t1:-11 2:-3 3:11 4:-4 6:15 7:-3
press:send\t0:6 3:-5 5:-4
press:show\t3:-4 6:7
press:submit\t0:5 1:11 3:-38 4:-3 5:15 6:14
press:subscribe\t4:-4 5:-6 7:17
press:user\t3:19 5:-8 7:-4
range\t0:-10 2:-8 5:-3 6:27 7:-4
searches\t0:-5 1:-4 2:-6 3:-22 4:-5 5:-4 6:53 7:-6
seeks\t0:-6 2:-11 3:-16 5:-4 6:38 7:3
texts=0\t0:8 2:-7 3:40 4:-15 5:-4 7:-21
texts=1\t0:-14 1:40 2:10 3:-26 5:-36 6:5 7:19
texts=2\t1:-5 2:-29 3:-9 4:5 5:16 6:17 7:4
texts=3-5\t0:9 1:-24 2:4 3:29 4:-9 7:-7
texts=6+\t1:-9 2:13 3:15 4:-5 5:5 6:-12 7:-6
words:again\t0:-4 1:-7 2:-6 3:-11 4:-3 5:26 6:-4 7:8
words:captcha\t0:4 2:-3 5:7 6:-4
words:card\t3:8 6:-6
words:choose\t0:7 1:-5 2:-13 4:-5 5:6 6:21 7:-7
words:comment\t0:50 1:-5 2:-9 3:-9 4:-7 5:-6 6:-4 7:-10
words:contact\t0:67 1:-6 2:-6 3:3 5:-16 6:-25 7:-14
words:destroy\t0:9 5:-3 6:-7
words:email\t0:8 1:-16 2:-13 4:43 5:26 6:-30 7:-15
words:login\t0:-8 1:9 2:-8 3:15 4:7 6:-12 7:-3
words:order\t0:-20 1:-7 2:44 4:-14 6:12 7:-14
words:password\t0:-10 1:28 2:-14 3:-4 4:30 5:9 6:-13 7:-27
words:person\t0:22 1:-15 2:-11 3:7 4:5 5:-8 6:-20 7:21
words:personal\t0:26 2:-11 3:6 4:19 5:10 6:-28 7:-22
words:quantity\t0:-4 1:-3 2:34 3:-6 4:-3 5:-3 6:-10 7:-5
words:query\t0:-10 2:15 3:-6 5:3 6:11 7:-11
words:recover\t0:-7 1:19 2:-6 3:-6 4:34 5:-22 7:-13
words:refine\t0:-8 1:-18 3:31 4:-10 5:-4 6:13 7:-4
words:register\t0:-12 1:6 2:-13 3:-18 4:-10 5:48 6:-9 7:9
words:remember\t1:13 2:-4 3:12 4:-3 5:-13 6:-4
words:save\t3:10 6:-11 7:6
words:search\t0:-7 1:-6 2:-8 3:12 4:-7 5:-11 6:38 7:-10
words:send\t0:23 1:-11 2:4 3:3 5:5 6:-10 7:-16
words:show\t0:-18 1:-4 2:-10 3:10 5:-8 6:8 7:25
words:subject\t0:15 2:-3 3:-8 5:-5 7:7
words:submit\t0:-10 1:-12 2:-10 3:18 5:7 6:-6 7:12
words:subscribe\t0:-4 1:-7 2:9 3:-26 4:-16 5:-9 6:-11 7:63
words:terms\t0:21 1:-6 3:-24 4:-7 5:32 6:-7 7:-6
words:user\t0:-28 1:23 2:-9 4:34 5:8 6:-22 7:-6
words:vote\t0:5 6:5
"""
