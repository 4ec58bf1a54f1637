"""One stylesheet for all sites: plain, so that a person may look at what is being harvested."""

CSS = """body{font:16px/1.45 system-ui,sans-serif;color:#222;
 max-width:72em;margin:0 auto;padding:0 1em}
a{color:#0a58ca}h1{font-size:1.6em}h3{margin:.2em 0}
header ul,nav ul,#nav ul,#crumbs,footer ul,#footer ul,ul.pagination,ul.pager{
 list-style:none;display:flex;gap:1em;flex-wrap:wrap;padding:0}
.site-header,.navbar,#header,#masthead{border-bottom:3px solid #0a58ca;padding:.6em 0}
.logo,.navbar-brand,.agency,.site-title{font-size:1.3em;font-weight:bold}
form{background:#f3f5f8;padding:.8em;margin:.8em 0}header form{display:inline-block}
.field label,form p label{display:inline-block;min-width:7em}
.row{display:flex;flex-wrap:wrap;gap:1em}.col-md-3{flex:1}.col-md-9{flex:4}
.card{border:1px solid #ddd;border-radius:6px;padding:.8em;width:14em}
table.results th,table.results td,.item-details th,.item-details td{
 border-bottom:1px solid #ddd;padding:.3em .8em;text-align:left}
.message{padding:1em;background:#fff6dd}mark{background:#ffe28a}
.tile{display:inline-block;width:19em;margin:.3em;padding:.6em;background:#f6f6f6;vertical-align:top}
dl.record{border-top:1px solid #ccc;padding-top:.5em}dt{float:left;width:9em;font-weight:bold}
.listing-item{padding:.6em 0;border-bottom:1px dotted #999}.page-numbers{padding:.3em .6em}
.rec{margin:1em 0}.k{font-size:80%;color:#666;margin-right:1em}.v{margin-right:1em}
.lbl,.hit-label,.count{color:#666}.hit{margin:1em 0}.sponsored{background:#fdf6e3}
footer,#footer{margin-top:2em;border-top:1px solid #ddd;font-size:85%}
"""
