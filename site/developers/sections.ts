const HEADING = /<(h[23]) id="([^"]+)">(.*?)<\/\1>/gs;

/** Turns each heading with an id into a link to its section, and lists the sections of level 2. */
export function linkHeadings(html: string) {
  const headings = [...html.matchAll(HEADING)].map(([, level, id = '', heading = '']) => ({ level, id, heading }));
  return {
    // The heading of an endpoint or tool labels the element around it, which has the id that others link to.
    html: html.replace(HEADING, (_, level: string, id: string, heading: string) => {
      return `<${level} id="${id}"><a class="anchor" href="#${id.replace(/-title$/, '')}">${heading}</a></${level}>`;
    }),
    sections: headings.filter(({ level }) => level === 'h2').map(({ id, heading }) => ({ id, heading })),
  };
}
