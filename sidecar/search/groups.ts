/** Lists of whole numbers behind each other in one array: those of list `x` are at the offsets from `starts[x]` up to `starts[x + 1]`, exclusive. */
export interface Groups {
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

export function flatten(lists: readonly (readonly number[])[]): Groups {
  const starts = new Uint32Array(lists.length + 1);
  for (const [place, list] of lists.entries()) starts[place + 1] = (starts[place] as number) + list.length;
  const members = new Uint32Array(starts[lists.length] as number);
  for (const [place, list] of lists.entries()) members.set(list, starts[place]);
  return { starts, members };
}

/** The list at `place`, which is shared; an empty one at -1. */
export function groupAt({ starts, members }: Groups, place: number): Uint32Array {
  return place === -1 ? new Uint32Array() : members.subarray(starts[place], starts[place + 1]);
}
