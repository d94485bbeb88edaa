import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { JsonObject, JsonValue } from '../../scripts/content/edit-text.ts';
import { changeData } from '../../scripts/desk/screens/business/change-data.ts';
import { root } from '../support/run-script.ts';

const TEXT = `# Who we are.

name: Harbor & Pine  # as on the sign
description: >-
  Panels, rewiring of old houses,
  car chargers.
address: {street_address: '418 Cannery Street', postal_code: "98300"} # the shop
# When we are there.
opening_hours:
  - days: [Monday, Tuesday] # early
    opens: "07:30"
    closes: "17:30"
  # Short.
  - days: [ Friday ]
    opens: '07:30'   # sharp
    closes: "16:00"

same_as:
  - https://maps.example/place # first
  - "https://yelp.example/biz"

# The end.
`;

type Data = Record<string, JsonValue>;

/** Returns the text after `change` was applied to its data. */
const changed = (change: (data: ReturnType<typeof parse>) => void, text = TEXT, name = 'business.yaml') => {
  const data = parse(text);
  change(data);
  return changeData({ name, text }, data as Data);
};

describe('changeData changes only the lines whose data differ', () => {
  test.each<readonly [what: string, change: (data: ReturnType<typeof parse>) => void, ...replaced: readonly [string, string]]>([
    ['nothing', () => {}, '', ''],
    [
      'a string',
      (data) => {
        data.name = 'Pine: Electric';
      },
      'Harbor & Pine  #',
      '"Pine: Electric"  #',
    ],
    [
      'a folded string',
      (data) => {
        data.description = 'Panels, rewiring of old houses, car chargers, generators, and the outlet that has been dead.';
      },
      'old houses,\n  car chargers.',
      'old houses, car chargers, generators, and the outlet that\n  has been dead.',
    ],
    [
      'a value in braces',
      (data) => {
        data.address.street_address = '1 Mill Lane';
      },
      "'418 Cannery Street'",
      "'1 Mill Lane'",
    ],
    [
      'a new value in braces',
      (data) => {
        data.address = { street_address: '418 Cannery Street', locality: 'Port Alder', postal_code: '98300' };
      },
      "Street', ",
      "Street', locality: Port Alder, ",
    ],
    [
      'a removed value in braces',
      (data) => {
        delete data.address.street_address;
      },
      "street_address: '418 Cannery Street', ",
      '',
    ],
    [
      'a time',
      (data) => {
        data.opening_hours[1].opens = '08:00';
      },
      "'07:30'   # sharp",
      "'08:00'   # sharp",
    ],
    [
      'an added word',
      (data) => {
        data.opening_hours[0].days.push('Wednesday');
      },
      'Tuesday]',
      'Tuesday, Wednesday]',
    ],
    [
      'a removed word',
      (data) => {
        data.opening_hours[0].days.shift();
      },
      'Monday, ',
      '',
    ],
    [
      'an added item',
      (data) => {
        data.opening_hours.push({ days: ['Sunday'], opens: '09:00', closes: '12:00' });
      },
      'closes: "16:00"\n',
      'closes: "16:00"\n  - days: [Sunday]\n    opens: "09:00"\n    closes: "12:00"\n',
    ],
    [
      'an item added at the top',
      (data) => {
        data.same_as.unshift('https://a.example');
      },
      '  - https://maps',
      '  - https://a.example\n  - https://maps',
    ],
    [
      'the first item removed, the second changed',
      (data) => {
        data.opening_hours = [{ ...data.opening_hours[1], closes: '15:00' }];
      },
      '  - days: [Monday, Tuesday] # early\n    opens: "07:30"\n    closes: "17:30"\n  # Short.\n  - days: [ Friday ]\n    opens: \'07:30\'   # sharp\n    closes: "16:00"',
      '  # Short.\n  - days: [ Friday ]\n    opens: \'07:30\'   # sharp\n    closes: "15:00"',
    ],
    [
      'the last item removed',
      (data) => {
        data.same_as.pop();
      },
      '  - "https://yelp.example/biz"\n',
      '',
    ],
    [
      'a removed list',
      (data) => {
        delete data.same_as;
      },
      'same_as:\n  - https://maps.example/place # first\n  - "https://yelp.example/biz"\n',
      '',
    ],
    [
      'a new key, in the order of the data',
      (data) => {
        for (const key of Object.keys(data)) {
          const value = data[key];
          delete data[key];
          data[key] = value;
          if (key === 'name') data.telephone = '+1-360-555-0142';
        }
      },
      'on the sign\n',
      'on the sign\ntelephone: "+1-360-555-0142"\n',
    ],
    [
      'an added object',
      (data) => {
        data.geo = { latitude: 48, longitude: -122.5 };
      },
      'yelp.example/biz"\n',
      'yelp.example/biz"\ngeo:\n  latitude: 48\n  longitude: -122.5\n',
    ],
  ])('%s', (_what, change, before, after) => {
    expect(TEXT).toContain(before);
    expect(changed(change)).toBe(TEXT.replace(before, () => after));
    const windows = TEXT.replaceAll('\n', '\r\n');
    expect(changed(change, windows)).toBe(TEXT.replace(before, () => after).replaceAll('\n', '\r\n'));
  });

  test('a top-level list can be added to an empty file or below comments, extended and emptied', () => {
    const list = [{ name: 'Dana', aliases: ['D.'] }];
    expect(changeData({ name: 'a.yaml', text: '' }, list)).toBe('- name: Dana\n  aliases: [D.]\n');
    expect(changeData({ name: 'a.yaml', text: '# People.\n' }, list)).toBe('# People.\n\n- name: Dana\n  aliases: [D.]\n');
    expect(changeData({ name: 'a.yaml', text: '# People.\n\n- name: Dana # our first\n' }, [...list, { name: 'Will' }])).toBe(
      '# People.\n\n- name: Dana # our first\n  aliases: [D.]\n\n- name: Will\n',
    );
    expect(changeData({ name: 'a.yaml', text: '# People.\n\n- name: Dana\n- name: Will\n' }, [])).toBe('# People.\n');
  });

  test('JSON stays JSON and keeps its layout', () => {
    const text = '[\n  {\n    "name": "Dana",\n    "aliases": ["D"]\n  },\n  { "name": "Will" }\n]\n';
    const after = changeData({ name: 'a.json', text }, [{ name: 'Dana', role: 'Owner', aliases: ['D', 'Da'] }]);
    expect(after).toBe('[\n  {\n    "name": "Dana",\n    "role": "Owner",\n    "aliases": ["D", "Da"]\n  }\n]\n');
  });

  test('YAML aliases are written out if they or their anchor change', () => {
    const text = readFileSync(path.join(root, 'content/policy.yaml'), 'utf8');
    const own = changed((data) => {
      data.sources.yelp = { rights: 'Theirs.' };
    }, text);
    expect(own).toBe(text.replace('yelp: *invented', 'yelp:\n    rights: Theirs.'));
    const all = changed((data) => {
      data.sources.google = { rights: 'Ours.', license: 'MIT' };
    }, text);
    expect(all.slice(0, all.indexOf('sources:'))).toBe(text.slice(0, text.indexOf('sources:')));
    expect(parse(all).sources.direct).toEqual(parse(text).sources.direct);
  });
});

test('any change in any style results in the right data and keeps the comments at both ends', () => {
  const word = fc.oneof(
    fc.constantFrom('a', 'b c', '08:00', '1', 'true', '#x', '- y', 'x: y', 'é', "it's", 'two\nlines', 'end\n'),
    fc.string({ minLength: 1 }),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 3 });
  const item = fc.record(
    { name: word, aliases: words, days: fc.record({ opens: word, n: fc.integer() }, { requiredKeys: ['n'] }) },
    { requiredKeys: ['name'] },
  );
  const file = fc.record(
    { name: word, hours: fc.array(item, { minLength: 1, maxLength: 4 }), links: words, address: item },
    { requiredKeys: ['name'] },
  );
  const style = fc.record({
    collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
    indentSeq: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20),
  });
  fc.assert(
    fc.property(
      fc.oneof(fc.tuple(file, file), fc.tuple(fc.array(item, { minLength: 1 }), fc.array(item))),
      style,
      fc.boolean(),
      ([before, after], look, windows) => {
        const text = `# Head.\n\n${stringify(before, look)}\n# End.\n`;
        const edited = changeData({ name: 'a.yaml', text: windows ? text.replaceAll('\n', '\r\n') : text }, after as unknown as JsonObject);
        expect(parse(edited) ?? []).toEqual(after);
        expect(edited).toMatch(/^# Head\.\r?\n[\s\S]*# End\.\r?\n$/);
      },
    ),
    { numRuns: 60 },
  );
});
