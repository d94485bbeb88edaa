import type { Frame, Page } from 'playwright';
import { type Axe, axeSource } from '../third-party/axe.ts';

/** The options of axe that tests use. By default, it runs all rules. */
interface AxeOptions {
  readonly runOnly?: string[];
  readonly rules?: Record<string, { enabled: boolean }>;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose result depends on colors or on the width of the screen. Each element takes them as long as all other rules together. */
const SCREEN_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * Runs axe in a page or frame, and returns only its violations. Describing the elements that pass would take longer than the check itself, and so
 * would loading axe for each run, as its own adapter for Playwright does.
 */
export async function violationsOf(page: Page | Frame, options: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** Checks the rules that depend neither on colors nor on the width of the screen. */
export const structureViolations = (page: Page) =>
  violationsOf(page, { runOnly: WCAG, rules: Object.fromEntries(SCREEN_RULES.map((rule) => [rule, { enabled: false }])) });

/**
 * Checks the rules that depend on colors and on the width of the screen. Elements that look like two earlier ones are removed first, so
 * check everything else about the page before. A page of 20 reviews takes as long as one with a review of each kind.
 */
export async function screenViolations(page: Page): Promise<string[]> {
  await page.evaluate(removeAlike);
  return violationsOf(page, { runOnly: SCREEN_RULES });
}

/** Keeps two elements of those with the same tags, classes and styles, whose ancestors have them, too. Runs in the page. */
function removeAlike(): void {
  const attributes = ['class', 'style', 'type', 'role', 'hidden', 'open', 'dir', 'disabled', 'aria-current', 'aria-hidden'];
  const looks = new Map<Element, string>();
  const forms = new Map<Element, string>();
  const describe = (element: Element): string => {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const values = attributes.map((name) => element.getAttribute(name));
    const look = [element.localName, ...values, hasText, element.scrollWidth > element.clientWidth].join('|');
    const form = `${look}(${[...new Set([...element.children].map(describe))].join()})`;
    looks.set(element, look);
    forms.set(element, form);
    return form;
  };
  const counts = new Map<string, number>();
  const thin = (element: Element, place: string) => {
    for (const child of [...element.children]) {
      const form = `${place}>${forms.get(child)}`;
      const count = (counts.get(form) ?? 0) + 1;
      counts.set(form, count);
      if (count > 2) child.remove();
      else thin(child, `${place}>${looks.get(child)}`);
    }
  };
  describe(document.body);
  thin(document.body, '');
}
