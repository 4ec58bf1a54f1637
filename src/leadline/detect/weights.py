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
\t2:-17 3:115 4:-57 5:-49 6:36 7:-26
action:choose\t0:-6 2:5 3:-17 5:10 6:10 7:-5
action:comment\t0:10 2:4 3:-11 6:3 7:-5
action:contact\t0:35 1:-5 2:-8 3:18 4:-9 5:-9 6:-15 7:-7
action:email\t2:-4 3:-4 4:4 5:-8 6:-3 7:18
action:login\t0:-12 1:73 2:-12 3:-41 4:9 5:11 6:-7 7:-22
action:order\t0:-11 1:-4 2:69 3:-25 4:-7 5:-7 6:-4 7:-11
action:password\t0:-10 1:-10 2:-4 3:-15 4:70 5:-7 6:-4 7:-19
action:personal\t1:7 5:-4 7:-3
action:query\t2:-3 3:4 6:5 7:-3
action:recover\t0:-5 1:-7 3:-8 4:46 5:-9 6:-3 7:-10
action:refine\t0:9 3:5 4:-6 5:8 7:-11
action:register\t0:-17 1:-34 2:-13 3:-6 4:-35 5:118 6:-17 7:5
action:save\t0:-4 2:-3 3:32 5:-3 6:-23
action:search\t0:-7 1:-7 2:-12 3:-43 4:-8 5:-5 6:94 7:-13
action:send\t3:11 4:-5 5:-7 6:-4
action:show\t2:5 3:18 4:-5 5:-7 6:-8
action:submit\t0:4 1:6 2:-7 3:13 5:-7 6:-6
action:subscribe\t0:-18 1:-8 2:12 3:-34 4:-16 5:5 6:-21 7:80
action:user\t0:-21 1:42 2:-10 3:-20 4:24 5:17 6:-24 7:-10
action:vote\t0:-3 2:-3 3:16 5:-3 7:-3
any\t0:-5 2:-6 3:-27 6:46
box GET\t0:-14 1:-8 2:17 3:8 4:-13 5:-12 6:15 7:8
box POST\t0:-26 1:-17 2:4 3:-21 4:30 6:3 7:24
box required=False\t0:-37 1:-21 2:22 3:-18 4:18 5:-13 6:20 7:27
box required=True\t0:-3 1:-4 3:5 7:5
box:?\t0:-8 2:-8 3:41 4:-16 5:-6 6:13 7:-15
box:contact\t3:8 6:-7 7:5
box:email\t0:-16 1:-24 2:-27 3:-30 4:45 5:8 6:-30 7:74
box:login\t1:5 3:-6 4:5 5:5 6:-4
box:order\t2:9 3:-4
box:password\t1:-4 3:-3 4:20 7:-8
box:person\t1:15 2:-3 3:4 4:9 6:-15 7:-6
box:quantity\t0:-3 1:-4 2:64 3:-23 4:-6 6:-17 7:-9
box:query\t0:-6 1:-6 2:-9 3:-14 4:-6 5:-4 6:56 7:-11
box:recover\t1:-3 3:-3 4:18 7:-7
box:refine\t0:-3 2:-6 3:42 6:-29
box:register\t3:-5 5:-4 7:15
box:search\t0:-4 1:-5 2:-8 3:-13 4:-6 5:-4 6:47 7:-8
box:show\t3:20 6:-12
box:subscribe\t2:-4 3:-9 4:-7 5:-4 6:-7 7:35
box:terms\t7:3
box:user\t1:-7 2:-6 3:-13 4:30 6:10 7:-13
button:again\t3:5
button:comment\t0:15 3:-4 6:-3
button:contact\t0:11 3:8 6:-8 7:-5
button:email\t0:23 3:-16 4:3 5:-3
button:login\t0:-5 1:78 2:-7 4:-19 5:-32 6:-10 7:-4
button:order\t0:-22 1:-6 2:104 3:-36 4:-5 5:-6 6:-18 7:-10
button:password\t0:-3 1:-7 3:-9 4:55 5:-10 6:-4 7:-19
button:query\t0:-11 3:12
button:recover\t0:-3 1:-8 2:-3 3:-11 4:59 5:-10 6:-5 7:-19
button:refine\t2:5
button:register\t0:-13 1:-25 2:-8 3:-16 4:-21 5:59 6:-10 7:34
button:save\t3:23 6:-16
button:search\t0:-6 1:-5 2:-8 3:-26 4:-6 5:-4 6:65 7:-10
button:send\t0:20 1:-7 2:16 3:11 4:27 5:-14 6:-16 7:-34
button:show\t0:-6 1:-4 2:-7 4:-3 5:-3 6:20
button:submit\t0:8 1:16 2:-26 3:14 4:-3 5:-13 6:-14 7:18
button:subscribe\t0:-4 2:-5 4:-10 5:-7 6:-4 7:28
button:terms\t3:-13 4:-3 5:23
button:user\t0:-5 1:40 2:-4 3:-16 4:-11 5:9 6:-3 7:-9
button:vote\t2:-3 3:12
buttons=0\t0:8 1:3 2:-5 3:41 4:-21 5:-28 6:4 7:-3
buttons=1\t2:-13 3:6 4:4 5:-4 6:7
buttons=2\t0:-8 1:-4 2:7 5:11 6:-3
buttons=3-5\t2:6 3:-4
buttons=6+\t3:-5 6:6
choice of choose\t0:-7 2:-12 5:-6 6:34 7:-3
choice of refine\t0:-6 1:-4 2:-9 3:-17 5:10 6:30
choice of vote\t3:7
choice:again\t5:10 7:-9
choice:contact\t0:19 2:5 3:-14 7:-5
choice:email\t0:-15 1:-4 2:11 3:12 6:-3
choice:login\t1:10 5:-5
choice:order\t2:4 3:-7 6:9
choice:password\t0:9 3:-6
choice:personal\t1:-3 3:-3 4:-3 5:16
choice:query\t3:3 5:6 6:-8
choice:refine\t0:-10 1:-6 2:-5 3:-5 5:11 6:-4 7:22
choice:register\t0:4 1:-6 5:7 7:-4
choice:remember\t0:-5 1:17 3:16 4:-4 5:-22 7:3
choice:search\t3:-7 6:10
choice:send\t0:5 3:-6 5:-4 7:6
choice:show\t2:-6 3:9 5:-5 7:4
choice:subject\t0:5
choice:subscribe\t0:4 1:-4 2:13 4:-4 5:-13 6:-6 7:8
choice:terms\t1:-6 2:7 5:6 6:-5
choice:user\t0:-4 1:9 2:-3 3:13 4:-5 5:-7
choice:vote\t0:4 1:-10 3:20 6:-5
choices=1\t1:-7 3:37 4:-9 6:-14 7:-12
choices=2\t0:-6 1:-3 3:-10 6:25
choices=3-5\t2:12 3:-16 6:11
choices=6+\t3:-5 6:6
elsewhere\t0:-23 1:-3 2:22 3:-7 4:-23 6:3 7:33
field:again\t0:-4 1:-22 2:-4 3:-5 4:9 5:38 7:-9
field:captcha\t0:4 1:-4 2:-10 3:-6 4:14 6:-9 7:13
field:card\t3:4 6:-4
field:choose\t0:-3 2:-9 3:-24 5:-6 6:49
field:comment\t0:15 2:5 3:-10 7:-4
field:contact\t0:37 1:-4 2:3 3:-14 4:-5 5:-6 7:-14
field:coupon\t2:13 3:-7 6:-5
field:destroy\t3:3
field:email\t1:-6 2:-5 3:-51 4:21 5:41 6:-47 7:49
field:login\t0:-5 1:36 2:-6 3:-16 4:8 5:-5 6:-6 7:-7
field:order\t0:-7 1:-4 2:14 3:19 4:-7 5:-11 6:9 7:-12
field:password\t0:-13 1:35 2:-11 3:-8 4:-8 5:36 6:-9 7:-23
field:person\t0:9 2:-4 3:7 4:-9 5:20 6:-30 7:6
field:personal\t0:-15 1:-6 2:11 3:7 4:-18 5:26 6:-5
field:quantity\t0:-4 1:-5 2:71 3:-41 4:-5 6:-5 7:-8
field:query\t0:23 1:-9 2:-9 3:-60 4:-10 5:-7 6:74 7:-3
field:recover\t3:5 4:6 7:-6
field:refine\t1:-16 2:4 3:-14 4:-14 5:15 6:36 7:-13
field:register\t1:-8 3:-7 4:-8 5:27
field:remember\t1:21 3:-6 5:-8
field:search\t0:-3 1:-14 2:-6 3:-20 4:-5 5:-4 6:58 7:-6
field:send\t3:5
field:show\t2:-6 3:15
field:subject\t0:9 3:5 5:-3 7:-4
field:subscribe\t0:-4 1:-5 2:13 3:-7 4:-6 5:-7 6:-7 7:23
field:terms\t1:-3 3:-7 5:7 7:4
field:user\t0:-18 2:12 3:-27 4:22 5:29 6:3 7:-21
field:vote\t1:-11 2:-4 3:25 5:-5 7:-5
fields=0\t0:6 1:16 2:-16 3:23 4:-10 5:8 6:-26
fields=1\t0:-20 1:-24 2:3 3:10 4:16 5:-8 6:15 7:10
fields=2\t0:-15 1:35 2:-15 3:-4 4:4 5:-22 6:9 7:8
fields=3-5\t0:24 1:-11 2:8 3:17 4:-18 5:-7 7:-14
fields=6+\t0:7 1:-16 2:14 3:-5 4:-12 5:9 6:13 7:-11
has button\t0:-8 1:6 3:13 7:-6
has checkbox\t0:-28 1:7 2:-4 3:4 4:-18 5:-5 6:27 7:17
has email\t0:19 1:-12 2:-14 3:-7 4:4 5:6 6:-8 7:11
has file\t0:9 2:-4 3:18 5:-4 6:-8 7:-7
has hidden\t1:7 2:42 3:-5 4:-16 5:21 6:-45 7:-4
has image\t0:-6 2:21 3:-14 4:-9 6:28 7:-19
has password\t0:-17 1:45 2:-12 4:-20 5:32 6:-10 7:-17
has radio\t0:-9 1:-20 2:11 3:23 4:-11 5:13 6:-6
has reset\t0:-8 3:9 4:6 5:-3
has search\t6:7
has select\t0:-16 1:-28 2:33 3:17 4:-18 5:4 6:37 7:-29
has submit\t1:-5 2:-23 3:12 4:10 5:11 6:-20 7:13
has tel\t0:8 2:-4 3:4 5:-4
has text\t3:18 4:-15 5:-4 6:11 7:-10
has textarea\t0:123 1:-17 3:-18 4:-13 5:-21 6:-29 7:-22
heading:comment\t0:11 3:-5
heading:contact\t0:49 2:-5 3:-31 5:-5 6:-5
heading:email\t3:-5 5:4 7:7
heading:login\t1:26 2:-3 3:6 4:3 5:-19 6:-3 7:-7
heading:order\t0:-4 3:16 4:-5 5:-6 6:6 7:-4
heading:password\t0:-6 1:-13 2:-6 3:-14 4:72 5:-5 6:-6 7:-22
heading:person\t3:7 4:3 6:-4
heading:personal\t3:-3
heading:query\t2:-5 3:12 7:-4
heading:recover\t0:-5 1:-10 2:-3 3:-9 4:56 5:-10 6:-3 7:-14
heading:refine\t2:-4 3:9 6:6
heading:register\t0:-9 1:-10 2:-6 3:-10 4:-17 5:65 6:-7 7:-6
heading:search\t4:4 6:11 7:-4
heading:show\t0:-12 2:-6 3:10 6:12
heading:submit\t0:15 3:-9
heading:subscribe\t0:-12 2:-3 3:-10 4:-9 5:-10 7:48
heading:user\t0:-3 2:-4 3:-3 5:18 6:-3 7:-10
hidden:again\t0:-7 2:14 5:-4 6:-5 7:3
hidden:captcha\t0:-13 1:-5 2:-5 4:7 5:-9 7:26
hidden:card\t3:4
hidden:choose\t0:-8 1:5 2:22 3:13 4:-12 5:9 6:-34 7:5
hidden:comment\t0:4
hidden:contact\t0:6 5:-5 6:-8 7:11
hidden:destroy\t5:14 7:-12
hidden:email\t0:-19 1:-5 3:12 4:-7 5:14 7:6
hidden:login\t0:-9 1:56 2:-4 3:-38 5:-11 6:-3 7:7
hidden:order\t0:-8 2:61 3:-41 4:-3 6:6 7:-12
hidden:password\t0:-4 3:-5 4:-4 5:9 7:4
hidden:person\t0:-11 1:-4 3:-16 5:7 6:4 7:19
hidden:personal\t0:-6 2:15 3:11 4:-6 6:-7 7:-7
hidden:quantity\t2:4 3:10 6:-9
hidden:query\t0:-12 2:-10 3:24 4:-10 5:13 6:-5
hidden:recover\t3:5
hidden:refine\t0:-11 1:-10 2:26 3:14 4:-13 5:-6 6:-12 7:13
hidden:register\t0:-4 1:-7 3:-7 4:-10 5:28
hidden:remember\t1:4
hidden:search\t0:-6 1:-3 3:-6 5:-6 6:19
hidden:send\t3:-4 6:3
hidden:show\t1:-5 2:-6 4:-3 5:10 6:10 7:-7
hidden:submit\t0:5 1:-5 2:-7 4:-15 5:13 7:9
hidden:subscribe\t0:-5 1:-6 3:-8 4:-7 5:14 7:16
hidden:terms\t5:3
hidden:user\t0:-5 1:3 2:-6 4:-5 5:-6 6:9 7:11
hidden:vote\t0:-8 3:3 7:8
hint:card\t1:15 3:-13
hint:choose\t0:-4 1:-7 2:-5 3:-11 4:5 5:7 6:19 7:-4
hint:comment\t0:19 3:-9
hint:contact\t0:64 2:-9 3:-19 4:-8 5:-7 6:-16 7:-7
hint:destroy\t0:-4 2:3 3:18 4:-3 5:-4 6:-5
hint:email\t0:8 1:4 2:-6 4:-11 5:-29 6:-4 7:41
hint:login\t0:-6 1:71 2:-10 3:-20 4:8 5:-8 6:-12 7:-24
hint:order\t0:-11 1:-5 2:37 3:20 4:-7 5:-7 6:-16 7:-12
hint:password\t0:-8 1:-8 2:-3 3:-7 4:42 6:-4 7:-12
hint:personal\t0:-5 2:-3 3:8 4:-3 5:-8 7:13
hint:query\t0:-6 1:-4 2:3 5:-7 7:12
hint:recover\t0:-6 1:-10 2:-4 4:59 5:-10 6:-7 7:-21
hint:refine\t0:-14 1:-5 2:4 3:11 4:-4 5:-7 6:22 7:-7
hint:register\t0:-10 1:-3 2:-14 3:-12 4:-21 5:41 6:-16 7:35
hint:search\t0:-11 1:-10 2:-21 3:-18 4:-16 6:108 7:-32
hint:send\t0:5 2:3 3:4 5:-4 7:-5
hint:show\t2:-8 3:-20 4:-5 5:-11 6:27 7:16
hint:submit\t0:-16 3:33 5:-3 6:-6
hint:subscribe\t0:-13 1:-4 2:-13 3:-28 4:-24 5:-3 6:-17 7:103
hint:user\t0:-14 1:43 2:-14 3:-23 4:20 5:46 6:-11 7:-46
hint:vote\t0:-12 2:-6 3:27 5:-4 6:-7 7:5
label:again\t0:-8 1:-20 2:-5 3:3 4:7 5:35 6:-3 7:-9
label:captcha\t2:-8 3:8 5:-10 6:-10 7:17
label:card\t3:4 6:-4
label:choose\t0:-8 1:-3 2:-12 3:27 4:-4 6:4 7:-4
label:comment\t0:54 3:-29 4:-3 5:-7 6:-7 7:-8
label:contact\t0:47 1:-6 3:-14 4:-5 5:-14 7:-9
label:coupon\t2:13 3:-7 6:-5
label:destroy\t0:5 3:7 5:-4 6:-3
label:email\t0:11 1:-19 2:-18 3:-37 4:25 5:33 6:-42 7:46
label:login\t0:-3 1:18 3:-16 4:3 6:4
label:order\t0:-4 3:32 4:-6 5:-7 6:-6 7:-8
label:password\t0:-18 1:35 2:-13 3:-3 4:-7 5:38 6:-11 7:-20
label:person\t0:20 1:-15 2:22 3:-21 4:-9 5:11 6:-23 7:15
label:personal\t0:-3 1:-7 2:-15 3:18 7:10
label:quantity\t0:-5 1:-5 2:69 3:-29 4:-5 6:-14 7:-8
label:query\t0:-19 1:5 2:-15 3:16 4:-5 6:35 7:-14
label:recover\t3:-4 4:21 5:-8 7:-3
label:refine\t1:-13 2:10 3:-13 4:-9 6:40 7:-14
label:register\t0:-4 1:-6 2:-4 3:-13 6:11 7:16
label:search\t1:-6 2:-10 3:-26 4:-6 5:3 6:55 7:-8
label:send\t0:23 2:-5 5:-6 6:-4 7:-7
label:show\t2:-6 3:8 6:7
label:subject\t0:18 3:-8 7:-3
label:subscribe\t2:-4 3:-9 4:-6 5:-5 6:-7 7:37
label:user\t0:-19 1:15 2:-5 3:-22 4:26 5:4 6:10 7:-10
mark:again\t1:-7 3:-6 5:18 7:-4
mark:captcha\t0:11 2:-4 3:-18 4:10
mark:card\t2:14 3:-9
mark:choose\t0:5 2:-12 3:-10 5:-9 6:23 7:5
mark:comment\t0:24 3:-10 7:-3
mark:contact\t0:19 1:-3 2:-12 3:9 4:-3 5:-8 7:-4
mark:coupon\t2:14 3:-5 5:-3 6:-8 7:3
mark:destroy\t0:5 3:7 7:-4
mark:email\t0:16 2:-11 3:-37 4:24 5:10 6:-34 7:34
mark:login\t0:-6 1:48 2:-5 3:-5 4:-4 5:-15 6:-6 7:-8
mark:order\t0:-11 1:-10 2:64 3:-17 4:-7 5:-7 7:-12
mark:password\t0:-7 1:15 2:-6 5:24 6:-9 7:-16
mark:person\t1:4 2:-7 3:18 4:-7 6:-14
mark:personal\t0:-11 3:15 4:-15 5:10 6:6 7:-6
mark:quantity\t0:-3 1:-4 2:68 3:-30 4:-5 5:-3 6:-15 7:-8
mark:query\t0:4 1:4 2:-21 3:13 5:5 6:-4
mark:recover\t1:3 4:20 5:-10 7:-9
mark:refine\t0:20 1:-12 2:-10 3:10 4:-7 5:7 6:17 7:-24
mark:register\t0:-7 1:-5 2:-6 3:-5 4:-6 5:23 6:-10 7:16
mark:remember\t1:19 3:-6 5:-7
mark:save\t1:9 6:-6 7:6
mark:search\t0:-13 1:-19 2:-23 3:10 4:-9 5:-17 6:95 7:-25
mark:send\t0:13 1:4 2:16 3:-17 7:-12
mark:show\t0:-5 1:-5 2:-7 3:-3 6:10 7:14
mark:subject\t0:-3 3:9
mark:submit\t0:12 1:17 2:-33 3:-14 4:-3 5:22 6:6 7:-6
mark:subscribe\t1:-6 2:-12 3:-4 4:-12 6:-14 7:48
mark:terms\t5:3 7:5
mark:user\t1:25 2:-11 3:-10 5:37 6:-9 7:-31
mark:vote\t1:-10 3:20 6:-4
method=GET\t2:-14 3:27 4:-18 5:-15 6:31 7:-8
method=POST\t0:4 2:8 3:14 5:-5 6:-19
nameless\t1:13 2:-20 3:42 4:-12 5:7 6:-30
only checkbox\t1:3 2:5 3:-4
only choices\t0:-8 1:-11 2:15 3:7 4:-11 5:-4 6:29 7:-16
only email\t0:-4 1:-5 3:-8 4:12 5:-10 7:21
only radio\t0:4 1:-4 2:5 5:10 6:-11 7:-3
only search\t6:6
only select\t0:-9 1:-10 2:-4 3:27 4:-8 5:-13 6:27 7:-11
only text\t0:-51 1:-12 2:-8 3:4 4:33 5:-5 6:32 7:7
only textarea\t0:12 3:-8
page:choose\t0:-6 2:6 3:-21 4:3 5:14 6:12 7:-6
page:comment\t5:5
page:contact\t0:52 1:-6 2:-13 3:-4 4:-9 5:-14 6:-11 7:5
page:email\t1:6 2:-5 3:11 4:3 5:-8
page:login\t0:-11 1:27 2:-11 3:-11 4:10 5:5 7:-8
page:order\t0:-8 2:5 3:13 4:-4 5:-4 6:7 7:-7
page:password\t0:-9 1:-8 2:-4 3:-12 4:57 5:-4 7:-18
page:personal\t1:5 3:-14 4:-5 5:8 7:9
page:query\t3:-10 4:4 6:13
page:recover\t0:-5 1:-7 2:-4 4:44 5:-9 6:-8 7:-10
page:refine\t0:-11 1:6 2:12 3:-5 4:-6 5:-12 6:9 7:7
page:register\t0:-29 1:-19 3:28 4:-17 5:64 6:-15 7:-13
page:search\t2:4 3:7 4:-4 5:13 6:-10 7:-8
page:show\t0:-6 1:-4 3:25 4:-3 5:-5 7:-8
page:submit\t3:5
page:subscribe\t0:-8 2:6 3:5 6:-6 7:7
page:user\t0:-16 1:12 2:-14 3:-5 4:24 5:19 7:-17
passwords=0\t0:19 1:-45 2:6 3:40 5:-51 6:22 7:8
passwords=1\t0:-9 1:68 2:-8 4:-24 5:-10 6:-7 7:-12
passwords=2\t0:-8 1:-23 2:-5 4:4 5:41 6:-3 7:-5
press:contact\t0:7 3:-3
press:destroy\t0:-5 2:13 3:-8
press:login\t1:11 3:8 4:-3 5:-10
press:order\t2:5
press:password\t4:4
press:register\t1:-10 3:-8 5:21
press:save\t3:-6 7:9
press:search\t1:-11 2:-4 3:11 4:-4 6:16 7:-3
press:send\t0:8 3:-6 4:3 5:-4
press:show\t3:-5 6:8
press:submit\t0:5 1:13 3:-40 4:-6 5:16 6:17 7:-3
press:subscribe\t4:-4 5:-6 7:16
press:user\t3:20 5:-8 7:-4
range\t0:-13 2:-9 5:-4 6:36 7:-4
texts=0\t0:7 2:-4 3:34 4:-14 7:-19
texts=1\t0:-14 1:37 2:12 3:-26 5:-33 6:4 7:20
texts=2\t1:-5 2:-30 3:-13 4:7 5:16 6:22 7:4
texts=3-5\t0:10 1:-22 2:4 3:25 4:-10 6:3 7:-7
texts=6+\t1:-9 2:12 3:21 4:-5 6:-15 7:-7
words:again\t1:-5 2:-6 3:-13 4:-3 5:24 6:-3 7:8
words:captcha\t0:5 2:-4 5:8 6:-6
words:card\t3:10 6:-8
words:choose\t0:10 1:-5 2:-13 3:-6 4:-5 5:7 6:20 7:-7
words:comment\t0:49 1:-4 2:-10 3:-9 4:-7 5:-4 6:-4 7:-10
words:contact\t0:68 1:-4 2:-7 3:4 5:-16 6:-29 7:-15
words:destroy\t0:10 3:3 5:-3 6:-8
words:email\t0:7 1:-18 2:-13 4:42 5:26 6:-29 7:-15
words:login\t0:-8 1:7 2:-8 3:15 4:5 5:3 6:-12
words:order\t0:-20 1:-6 2:42 3:-4 4:-14 6:14 7:-14
words:password\t0:-9 1:31 2:-13 3:-8 4:28 5:8 6:-11 7:-26
words:person\t0:23 1:-15 2:-14 3:8 4:6 5:-10 6:-19 7:22
words:personal\t0:29 2:-14 3:4 4:21 5:9 6:-30 7:-21
words:quantity\t0:-4 2:32 3:-5 6:-11 7:-4
words:query\t0:-11 2:16 3:-7 5:5 6:11 7:-11
words:recover\t0:-6 1:18 2:-4 3:-8 4:34 5:-24 7:-12
words:refine\t0:-9 1:-18 3:29 4:-9 5:-6 6:15
words:register\t0:-12 1:6 2:-12 3:-19 4:-10 5:47 6:-8 7:7
words:remember\t1:9 2:-4 3:15 4:-4 5:-14 6:-4 7:3
words:save\t3:12 6:-13 7:7
words:search\t0:-8 1:-6 2:-7 3:7 4:-6 5:-10 6:40 7:-10
words:send\t0:25 1:-11 2:6 5:7 6:-10 7:-17
words:show\t0:-19 1:-4 2:-12 3:10 5:-10 6:10 7:26
words:subject\t0:15 2:-3 3:-10 5:-5 7:9
words:submit\t0:-11 1:-15 2:-10 3:18 5:10 6:-4 7:11
words:subscribe\t1:-8 2:10 3:-25 4:-16 5:-10 6:-11 7:63
words:terms\t0:26 1:-6 3:-29 4:-7 5:32 6:-8 7:-6
words:user\t0:-29 1:24 2:-7 4:33 5:7 6:-24 7:-4
words:vote\t0:5 2:-3 3:-5 6:9
"""
