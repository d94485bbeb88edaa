/* <verified-reviews>: the newest reviews of this business, in a shadow root. Reviews are only inserted as text. */
(() => {
  const data = new URL('embed.json', import.meta.url);
  const STYLE = `
:host{all:initial;--vr-page:light-dark(#fff,#161f1c);--vr-ink:light-dark(#16211d,#e6ece8);--vr-quiet:light-dark(#55625c,#a2b1aa);--vr-line:light-dark(#d9dfda,#2a3732);--vr-link:light-dark(#0a5f4c,#7fd3b8);--vr-star:light-dark(#b26a00,#f0b457);--vr-off:light-dark(#d3d9d4,#3a4742);--vr-font:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;--vr-words:ui-serif,Charter,Georgia,serif;display:block;max-width:30rem;color-scheme:light dark}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
section{padding:1.1rem 1.25rem;border:1px solid var(--vr-line);border-radius:8px;background:var(--vr-page);color:var(--vr-ink);font:400 1rem/1.5 var(--vr-font);overflow-wrap:anywhere}
p,ul,blockquote{margin:0;padding:0;list-style:none}
.name{font-weight:650}
.sum{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .6rem;margin-top:.15rem}
.sum b{font-size:1.6rem;letter-spacing:-.02em}
li{margin-top:.85rem;padding-top:.85rem;border-top:1px solid var(--vr-line)}
blockquote{margin-top:.3rem;font-family:var(--vr-words)}
.by,.all{font-size:.875rem;color:var(--vr-quiet);margin-top:.3rem}
.all{margin-top:1rem}
a{display:inline-block;min-height:1.5rem;color:var(--vr-link)}
a:focus-visible{outline:3px solid var(--vr-link);outline-offset:2px}
svg{width:5.2rem;height:1.04rem;fill:var(--vr-star)}
.off{fill:var(--vr-off)}`;
  const STARS = [10, 30, 50, 70, 90].map((x) => `M${x} 1.6l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.8z`).join('');
  const SVG = 'http://www.w3.org/2000/svg';
  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const draw = (tag, attributes, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const stars = (value, label) =>
    draw(
      'svg',
      { viewBox: '0 0 100 20', role: 'img', 'aria-label': label.replace('{value}', value) },
      draw('path', { d: STARS, class: 'off' }),
      draw('svg', { width: String(value * 20), height: '20' }, draw('path', { d: STARS })),
    );
  const link = (href, text) => {
    const a = make('a', text);
    if (/^https?:/.test(href)) a.href = href;
    return a;
  };
  const review =
    (starsLabel) =>
    ({ url, author, rating, day, text, verification, disclosed, changed }) => {
      const item = make('li');
      const words = make('blockquote', text);
      words.dir = 'auto';
      const by = make('p', undefined, 'by');
      by.append(link(url, author), `, ${day}. ${[verification, disclosed, changed].filter(Boolean).join('. ')}`);
      item.append(stars(rating, starsLabel), words, by);
      return item;
    };
  class VerifiedReviews extends HTMLElement {
    async connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: 'open' });
      root.append(document.createElement('slot'));
      try {
        const response = await fetch(data);
        if (!response.ok) return;
        const { name, url, rating_value, language, words, reviews, style } = await response.json();
        const wanted = Number.parseInt(this.getAttribute('count') ?? '', 10);
        const count = Number.isNaN(wanted) ? 3 : Math.max(0, wanted);
        const section = make('section');
        section.setAttribute('aria-label', words.title);
        section.lang = language;
        // None of the languages of its texts is written from right to left.
        section.dir = 'ltr';
        const sum = make('p', undefined, 'sum');
        if (rating_value !== null)
          sum.append(...(words.rating === null ? [] : [make('b', words.rating)]), stars(rating_value, words.stars));
        sum.append(make('span', words.count));
        const list = make('ul');
        list.append(...reviews.slice(0, count).map(review(words.stars)));
        const all = make('p', undefined, 'all');
        all.append(link(url, words.all));
        section.append(make('p', name, 'name'), sum, list, all);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLE);
        for (const [property, value] of Object.entries(style)) sheet.cssRules[0].style.setProperty(property, value);
        root.adoptedStyleSheets = [sheet];
        root.replaceChildren(section);
      } catch {
        // Visitors keep seeing the link inside the element.
      }
    }
  }
  if (!customElements.get('verified-reviews')) customElements.define('verified-reviews', VerifiedReviews);
})();
