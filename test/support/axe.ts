import type { Page } from 'playwright';
import { AxeBuilder } from '../third-party/axe.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose result depends on colors or on the width of the screen. Each element takes them as long as all other rules together. */
const SCREEN_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Returns only axe's violations. Describing the elements that pass would take longer than the check itself. */
async function violations(page: Page, rules: 'structure' | 'screen'): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const chosen = rules === 'screen' ? builder.withRules(SCREEN_RULES) : builder.withTags(WCAG).disableRules(SCREEN_RULES);
  const { violations } = await chosen.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Checks the rules that depend neither on colors nor on the width of the screen. */
export const structureViolations = (page: Page) => violations(page, 'structure');

/**
 * Checks the rules that depend on colors and on the width of the screen. Elements that look like two earlier ones are removed first, so
 * check everything else about the page before. A page of 20 reviews takes as long as one with a review of each kind.
 */
export async function screenViolations(page: Page): Promise<string[]> {
  await page.evaluate(removeAlike);
  return violations(page, 'screen');
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
