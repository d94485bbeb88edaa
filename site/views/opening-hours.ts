import type { Business } from '../contract/reviews-document.ts';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type Day = Business['opening_hours'][number]['days'][number];

/** Days in the order of the week, those that follow each other as one run: [[Monday, Tuesday, Wednesday], [Friday]]. */
export function runsOfDays(days: readonly Day[]): readonly (readonly Day[])[] {
  return WEEK.filter((day) => days.includes(day)).reduce<Day[][]>((runs, day) => {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && WEEK.indexOf(before) + 1 === WEEK.indexOf(day)) run.push(day);
    else runs.push([day]);
    return runs;
  }, []);
}
