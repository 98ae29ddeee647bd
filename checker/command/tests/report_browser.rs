//! The report in a real browser: it folds, it steps, it searches; no error of its script, and every picture is drawn.
//!
//! Where no Chromium is installed, the test says so and passes, unless `REDUCTIO_REQUIRE_CHROMIUM` is set.

use std::process::Command;

use crate::common::Folder;
use serde_json::Value;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The page as the browser leaves it, or `None` without a browser.
fn opened(folder: &Folder, page: &str) -> Option<String> {
    let profile = folder.path().join("profile");
    let address = format!("file://{}", folder.path().join(page).canonicalize().unwrap().display());
    for browser in BROWSERS {
        let ran = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .args(["--disable-dev-shm-usage", "--disable-sync", "--disable-quic"])
            // A page may look into a frame of another file.
            .args(["--virtual-time-budget=20000", "--dump-dom", "--allow-file-access-from-files"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(&address)
            .output();
        if let Ok(output) = ran {
            return Some(String::from_utf8(output.stdout).unwrap());
        }
    }
    assert!(std::env::var_os("REDUCTIO_REQUIRE_CHROMIUM").is_none(), "no Chromium is installed");
    println!("skipped: no Chromium is installed");
    None
}

/// A script that comes before everything else of a page and keeps its errors.
const WATCH: &str = "<script>
const wrong = [];
addEventListener('error', (event) => wrong.push(event.message));
addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)));
addEventListener('securitypolicyviolation', (event) => wrong.push(event.violatedDirective));
</script>";

/// Adds a script to the end of a page, which looks at the page, and returns what the script found.
fn asked(folder: &Folder, page: &str, script: &str) -> Option<Value> {
    let text = std::fs::read_to_string(folder.path().join(page)).unwrap();
    let end = format!(
        "<script>(async () => {{
const found = {{}};
const wait = () => new Promise((done) => setTimeout(done, 30));
try {{ {script} }} catch (error) {{ wrong.push(String(error)); }}
// What went wrong is told in tasks of its own, which may come late.
for (let k = 0; k < 20; k += 1) await wait();
const outcome = document.createElement('pre');
outcome.id = 'outcome';
outcome.textContent = JSON.stringify({{ ...found, wrong }});
document.body.append(outcome);
}})();</script></body>"
    );
    // A page without script may run none: but for its policy, nothing keeps a script from running here.
    let policy = "form-action 'none'\">";
    let text = text.replacen(policy, "form-action 'none'; script-src 'unsafe-inline'\">", 1);
    let text = text.replacen("<head>", &format!("<head>{WATCH}"), 1);
    let text = text.replacen("</body>", &end, 1);
    std::fs::write(folder.path().join("asked.html"), text).unwrap();
    let dom = opened(folder, "asked.html")?;
    let outcome = dom.split("<pre id=\"outcome\">").nth(1).expect("the script ran to its end");
    let outcome = outcome.split("</pre>").next().unwrap();
    let plain = outcome.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&plain).unwrap())
}

/// A script that counts the pictures and those that are drawn: an SVG file that is no XML has no size.
const PICTURES: &str = "
const images = [...document.images];
await Promise.all(images.map((image) => image.decode().catch(() => wrong.push(image.alt))));
found.pictures = images.length;
found.drawn = images.filter((image) => image.naturalWidth > 0).length;
";

#[test]
fn the_report_works() {
    let folder = Folder::new();
    assert_eq!(folder.run("report --output report.html").code, 0);
    let script = format!(
        "
const claim = document.getElementById('S5_3a_24');
const chain = claim.querySelector('.chain');
const rows = () => [...claim.querySelectorAll('.chain tr')].filter((row) => row.checkVisibility()).length;
const named = (name) => [...claim.querySelectorAll('button')].find((b) => b.textContent === name);
const tool = (name) => [...document.querySelectorAll('nav button')].find((b) => b.textContent === name);
const entries = () => [...document.querySelectorAll('.claim, .need, .system')];
found.folded = rows();
claim.querySelector('summary').click();
await wait();
found.unfolded = rows();
found.all = claim.querySelectorAll('.chain tr').length;
named('step by step').click();
found.first = rows();
named('next step').click();
named('next step').click();
found.third = rows();
named('all steps').click();
found.last = rows();

const hint = claim.querySelector('.hint details a').closest('details');
found.citedBefore = hint.querySelector('.cited').checkVisibility();
hint.querySelector('summary').click();
await wait();
found.citedAfter = hint.querySelector('.cited').checkVisibility();
const link = hint.querySelector('a');
const target = document.getElementById(link.hash.slice(1));
found.targetBefore = target.open;
link.click();
await wait();
found.targetAfter = target.open;

const search = document.querySelector('nav input');
search.value = 'philosophers';
search.dispatchEvent(new Event('input'));
found.matching = entries().filter((entry) => entry.checkVisibility()).map((entry) => entry.id);
search.value = '';
search.dispatchEvent(new Event('input'));
tool('open all').click();
await wait();
found.open = entries().every((entry) => entry.open);
{PICTURES}
tool('close all').click();
await wait();
found.closed = entries().every((entry) => !entry.open);
found.entries = entries().length;
"
    );
    let Some(found) = asked(&folder, "report.html", &script) else { return };
    assert_eq!(found["wrong"], serde_json::json!([]), "errors of the page");
    assert_eq!(found["folded"], 0);
    assert!(found["all"].as_u64().unwrap() > 5);
    assert_eq!(found["unfolded"], found["all"]);
    assert_eq!((&found["first"], &found["third"]), (&1.into(), &3.into()));
    assert_eq!(found["last"], found["all"]);
    assert_eq!((&found["citedBefore"], &found["citedAfter"]), (&false.into(), &true.into()));
    assert_eq!((&found["targetBefore"], &found["targetAfter"]), (&false.into(), &true.into()));
    let expected = ["", "_5f_broken", "_5f_once_5f_broken"];
    let expected = expected.map(|end| format!("system_3a_philosophers{end}"));
    assert_eq!(found["matching"], serde_json::json!(expected));
    assert_eq!((&found["open"], &found["closed"]), (&true.into(), &true.into()));
    assert!(found["entries"].as_u64().unwrap() > 290);
    assert!(found["pictures"].as_u64().unwrap() > 20);
    assert_eq!(found["drawn"], found["pictures"]);
}

#[test]
fn errors_would_be_seen() {
    let page = "<!DOCTYPE html><html><head><meta http-equiv=\"Content-Security-Policy\" \
                content=\"default-src 'none'; img-src data:; script-src 'unsafe-inline'\"></head><body>\
                <img alt=\"bad\" src=\"data:image/svg+xml,<svg\"><img alt=\"far\" src=\"https://example.org/a.png\">\
                <script>nothing.at.all()</script></body></html>";
    let folder = Folder::new().with("bad.html", page);
    let Some(found) = asked(&folder, "bad.html", PICTURES) else { return };
    let wrong = found["wrong"].to_string();
    for sign in ["nothing is not defined", "img-src", "\"bad\"", "\"far\""] {
        assert!(wrong.contains(sign), "{sign} is not among {wrong}");
    }
    assert_eq!((&found["pictures"], &found["drawn"]), (&2.into(), &0.into()));
}

#[test]
fn a_notebook_runs_no_script_of_its_author() {
    let attacks = "# <img src=x onerror=document.title='ran'>\n\n<script>document.title = 'ran'</script>\n\n\
        <img src=x onerror=\"document.title='ran'\"> <svg onload=\"document.title='ran'\">\n\n\
        <details open ontoggle=\"document.title='ran'\">x</details>\n\n[link](javascript:document.title='ran') \
        ![far](https://example.org/a.png)\n";
    let folder = Folder::new().with("attack.md", attacks);
    let answer = folder.run("notebook html attack.md --output page.html");
    assert_eq!((answer.code, &*answer.err), (0, ""), "{answer:?}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(
        page.contains("content=\"default-src 'none'; ") && !page.contains("script-src"),
        "{page}"
    );
    let look = "
for (const link of document.links) if (!link.href.startsWith('http')) link.click();
found.title = document.title;
found.elements = [...document.body.querySelectorAll('*')].map((one) => one.localName);
found.links = [...document.links].map((link) => link.href);
";
    let Some(found) = asked(&folder, "page.html", look) else { return };
    assert_eq!(found["wrong"], serde_json::json!([]));
    assert_eq!(found["title"], "<img src=x onerror=document.title='ran'>");
    assert_eq!(found["links"], serde_json::json!(["https://example.org/a.png"]));
    let elements: Vec<&str> =
        found["elements"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    // The last one is the script of this test.
    assert_eq!(elements, ["main", "h1", "p", "p", "p", "p", "a", "script"], "{page}");
}

#[test]
fn a_notebook_as_a_page_is_drawn() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../notebooks/04-device-driver.md");
    let folder = Folder::new();
    let answer = folder.run_with(&["notebook", "html", source, "--output", "page.html"], None);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let Some(found) = asked(&folder, "page.html", PICTURES) else { return };
    assert_eq!(found["wrong"], serde_json::json!([]));
    assert!(found["pictures"].as_u64().unwrap() > 3);
    assert_eq!(found["drawn"], found["pictures"]);
}

/// What a frame of so many pixels says of a page in it, with up to sixty of its folded parts open: by how much it is
/// too wide, and what cannot be reached or named without a mouse or eyes.
fn framed(folder: &Folder, page: &str, width: usize) -> Option<Value> {
    let host = format!(
        "<!DOCTYPE html><html><body><iframe src=\"{page}\" style=\"width:{width}px;height:844px;border:0\"></iframe><script>
document.querySelector('iframe').addEventListener('load', async (event) => {{
const page = event.target.contentDocument;
const all = (selector) => [...page.querySelectorAll(selector)];
all('details').slice(0, 60).forEach((part) => {{ part.open = true; }});
await new Promise((done) => setTimeout(done, 30));
const scrolls = (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto';
const found = {{
  beyond: page.documentElement.scrollWidth - page.documentElement.clientWidth,
  unreachable: all('body *').filter((part) => scrolls(part) && part.tabIndex < 0).map((part) => part.outerHTML.slice(0, 80)),
  unnamed: all('th').filter((head) => !head.textContent.trim()).length,
  pictures: all('img:not([alt])').length,
  headings: new Set(all('h1, h2').map((heading) => heading.textContent)).size - all('h1, h2').length,
}};
const outcome = document.createElement('pre');
outcome.id = 'outcome';
outcome.textContent = JSON.stringify(found);
document.body.append(outcome);
}});</script></body></html>"
    );
    std::fs::write(folder.path().join("host.html"), host).unwrap();
    let dom = opened(folder, "host.html")?;
    let outcome = dom.split("<pre id=\"outcome\">").nth(1).expect("the frame was looked into");
    let outcome = outcome.split("</pre>").next().unwrap();
    let plain = outcome.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&plain).unwrap())
}

#[test]
fn pages_fit_a_telephone_and_can_be_read_without_a_mouse() {
    let example = |name: &str| format!("{}/../examples/{name}.sys", env!("CARGO_MANIFEST_DIR"));
    let (broken, right) = (example("ab_ba_ticker_broken"), example("m_ex"));
    let notebook = concat!(env!("CARGO_MANIFEST_DIR"), "/../../notebooks/01-relations.md");
    let folder = Folder::new();
    folder.run_with(&["check", &broken, &right, "--html", "check.html"], None);
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/io_manager_broken.prog");
    folder.run_with(&["compare", &right, program, "--html", "compare.html"], None);
    folder.run_with(&["check", program, "--guards", "--html", "programs.html"], None);
    folder.run_with(&["prove", "--html", "prove.html", "Theorem 1", "24"], None);
    folder.run_with(&["notebook", "html", notebook, "--output", "notebook.html"], None);
    for page in ["check.html", "programs.html", "compare.html", "prove.html", "notebook.html"] {
        for width in [390, 1280] {
            let Some(found) = framed(&folder, page, width) else { return };
            let expected = serde_json::json!({
                "beyond": 0, "unreachable": [], "unnamed": 0, "pictures": 0, "headings": 0,
            });
            assert_eq!(found, expected, "{page}, {width} pixels");
        }
    }
}

#[test]
fn a_page_that_is_too_wide_would_be_seen() {
    let wide = "<h1>a</h1><h2>a</h2><div style=\"width:700px\">x</div><table><tr><th></th></tr></table>\
                <pre style=\"overflow-x:auto;width:90px\">a line that is longer than this</pre><img>";
    let folder = Folder::new().with("wide.html", format!("<!DOCTYPE html><body>{wide}</body>"));
    let Some(found) = framed(&folder, "wide.html", 390) else { return };
    assert!(found["beyond"].as_i64().unwrap() > 300, "{found}");
    assert_eq!(found["unreachable"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!((&found["unnamed"], &found["pictures"]), (&1.into(), &1.into()));
    assert_eq!(found["headings"], -1);
}
