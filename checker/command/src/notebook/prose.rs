//! The prose of a notebook as HTML.
//!
//! Markdown may hold any HTML, links that run a script and pictures from elsewhere, and whoever opens a page has asked
//! for none of that. So tags of the author are shown as they are written. A link leads to a page, a place or an address
//! of mail, or is no link. A picture is in the text itself, or is a link to its address.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// The schemes of addresses to which a link may lead.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// The formats of pictures in the text itself. In an image, an SVG runs no script and fetches nothing.
const PICTURES: [&str; 5] = ["png", "jpeg", "gif", "webp", "svg+xml"];

/// Makes HTML of a text in Markdown. The HTML is safe to be shown whoever wrote the text.
pub(super) fn to_html(markdown: &str) -> String {
    let mut filter = Filter::default();
    let mut events = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        filter.pass(event, &mut events);
    }
    let mut out = String::new();
    push_html(&mut out, events.into_iter());
    out
}

/// The state of the filter between one event and the next.
#[derive(Debug, Default)]
struct Filter {
    /// For each open link or picture, the end tag to write for it, if it is kept.
    open: Vec<Option<TagEnd>>,
    /// The text of the HTML block that is open.
    block: String,
}

impl Filter {
    /// Hands on an event, or what takes its place.
    fn pass<'t>(&mut self, event: Event<'t>, out: &mut Vec<Event<'t>>) {
        match event {
            Event::Start(Tag::HtmlBlock) => self.block.clear(),
            Event::Html(line) => self.block += &line,
            Event::End(TagEnd::HtmlBlock) => {
                if !is_comment(&self.block) {
                    let text = std::mem::take(&mut self.block);
                    out.push(Event::Start(Tag::Paragraph));
                    out.push(Event::Text(text.into()));
                    out.push(Event::End(TagEnd::Paragraph));
                }
            }
            Event::InlineHtml(tag) if is_line_break(&tag) => out.push(Event::HardBreak),
            Event::InlineHtml(tag) if is_comment(&tag) => {}
            Event::InlineHtml(tag) => out.push(Event::Text(tag)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let is_kept = leads_somewhere(&dest_url);
                self.open.push(is_kept.then_some(TagEnd::Link));
                if is_kept {
                    out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                if is_in_the_text(&dest_url) {
                    self.open.push(Some(TagEnd::Image));
                    out.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
                } else {
                    self.picture_elsewhere(dest_url, out);
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                out.extend(self.open.pop().flatten().map(Event::End));
            }
            other => out.push(other),
        }
    }

    /// Puts the alternative text in place of a picture from elsewhere, as a link unless it stands in one.
    fn picture_elsewhere<'t>(&mut self, dest_url: CowStr<'t>, out: &mut Vec<Event<'t>>) {
        let is_kept = leads_somewhere(&dest_url) && self.open.iter().all(Option::is_none);
        self.open.push(is_kept.then_some(TagEnd::Link));
        if is_kept {
            let (title, id) = (CowStr::from(""), CowStr::from(""));
            let link_type = LinkType::Inline;
            out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
        }
        out.push(Event::Text("picture: ".into()));
    }
}

fn is_comment(html: &str) -> bool {
    let inner = html.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
    inner.is_some_and(|inner| !inner.contains("-->"))
}

fn is_line_break(tag: &str) -> bool {
    matches!(tag, "<br>" | "<br/>" | "<br />")
}

/// The scheme of an address as a browser reads it: spaces before it, and some characters inside it, are skipped.
fn scheme(address: &str) -> Option<String> {
    let read: String = address.chars().filter(|c| !c.is_control() && *c != ' ').collect();
    let end = read.find([':', '/', '?', '#'])?;
    read[end..].starts_with(':').then(|| read[..end].to_ascii_lowercase())
}

fn leads_somewhere(address: &str) -> bool {
    scheme(address).is_none_or(|scheme| SCHEMES.contains(&&*scheme))
}

fn is_in_the_text(address: &str) -> bool {
    let kind = address.strip_prefix("data:image/");
    kind.and_then(|kind| kind.split([';', ',']).next()).is_some_and(|kind| PICTURES.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts between `<` and `>`.
    fn tags(html: &str) -> Vec<&str> {
        html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap()).collect()
    }

    /// The usual ways to smuggle a script into a page that is made from Markdown.
    const ATTACKS: [&str; 40] = [
        "<script>alert(1)</script>",
        "text <script>alert(1)</script> text",
        "<ScRiPt src=//evil.example/x.js></sCrIpT>",
        "<img src=x onerror=alert(1)>",
        "text <img src=x onerror=\"alert(1)\"> text",
        "<svg onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<iframe src=\"javascript:alert(1)\"></iframe>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<body onload=alert(1)>",
        "<details open ontoggle=alert(1)>",
        "<style>@import '//evil.example/x.css';</style>",
        "<link rel=stylesheet href=//evil.example/x.css>",
        "<meta http-equiv=refresh content=\"0;url=//evil.example\">",
        "<base href=//evil.example/>",
        "<form action=//evil.example><input type=submit></form>",
        "<object data=x></object><embed src=x>",
        "<math><mtext><table><mglyph><style><img src onerror=alert(1)>",
        "<!--><script>alert(1)</script>",
        "<!-- --!><script>alert(1)</script> -->",
        "<!-- a --> <script>alert(1)</script> <!-- b -->",
        "<?php <script>alert(1)</script> ?>",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<div\n<script>alert(1)</script>",
        "`<script>` <script>alert(1)</script>",
        "| a |\n|---|\n| <script>alert(1)</script> |",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](<java\tscript:alert(1)>)",
        "[x](java&Tab;script:alert&#40;1&#41;)",
        "[x](&#x6A;avascript:alert(1))",
        "[x](&#1;javascript:alert(1))",
        "[x](javascript&colon;alert(1))",
        "[x](vbscript:msgbox(1))",
        "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
        "[x]: javascript:alert(1)\n\n[x]",
        "<javascript:alert(1)>",
        "![x](javascript:alert(1))",
        "[x](http://a.example/\"onmouseover=\"alert(1) 'a\" onclick=\"alert(1)')",
        "![\"onerror=\"alert(1)](data:image/png;base64,AAAA \"\\\" onerror=\\\"alert(1)\")",
    ];

    #[test]
    fn no_attack_becomes_markup() {
        const KNOWN: [&str; 14] = [
            "p", "a", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "img", "em",
            "br", "strong",
        ];
        for attack in ATTACKS {
            let html = to_html(attack);
            for tag in tags(&html) {
                let name = tag.trim_start_matches('/').split(' ').next().unwrap();
                assert!(KNOWN.contains(&name), "<{name}> of {attack}\n{html}");
                // Attributes: an address, a title, another text, and nothing that only looks like one.
                let mut parts = tag.split('"');
                while let (Some(attribute), Some(value)) = (parts.next(), parts.next()) {
                    let attribute = attribute.split(' ').next_back().unwrap();
                    match attribute {
                        "href=" | "src=" => {
                            let is_safe = value.starts_with("http://a.example/")
                                || value.starts_with("data:image/png;");
                            assert!(is_safe, "{value} of {attack}\n{html}");
                        }
                        "title=" | "alt=" => {}
                        _ => panic!("{attribute} of {attack}\n{html}"),
                    }
                }
            }
        }
    }

    #[test]
    fn pictures_from_elsewhere_are_links_to_them() {
        for address in ["https://a.example/a.png", "//a.example/a.png", "pictures/a.png"] {
            let html = to_html(&format!("![a graph]({address})"));
            assert_eq!(html, format!("<p><a href=\"{address}\">picture: a graph</a></p>\n"));
        }
        assert_eq!(to_html("![a](file:///etc/passwd)"), "<p>picture: a</p>\n");
        let html = to_html("[![a](https://a.example/a.png)](https://b.example)");
        assert_eq!(html, "<p><a href=\"https://b.example\">picture: a</a></p>\n");
        let own = "data:image/png;base64,AAAA";
        assert_eq!(
            to_html(&format!("![a]({own})")),
            format!("<p><img src=\"{own}\" alt=\"a\" /></p>\n")
        );
    }

    #[test]
    fn honest_prose_is_as_ever() {
        let honest = "# A *title*\n\nSee [S5](https://a.example/s5.pdf), [below](#end), [mail](mailto:a@b.example), \
                      <a@b.example> and [the next](05-predicates.md).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | `x < y` |\n";
        let mut plain = String::new();
        push_html(&mut plain, Parser::new_ext(honest, Options::ENABLE_TABLES));
        assert_eq!(to_html(honest), plain);
        assert_eq!(to_html("a<br>b <!-- not said --> c"), "<p>a<br />\nb  c</p>\n");
        assert_eq!(to_html("<!-- not\nsaid -->\n\nsaid"), "<p>said</p>\n");
    }
}
