const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that turn an opinion behind them around, within `NEGATION_REACH` words. */
export const negators = set(`
  not never no didnt doesnt dont wasnt werent isnt arent wont wouldnt couldnt cannot hasnt havent hadnt nobody none nothing neither nor
  without hardly barely rarely seldom scarcely shouldnt mustnt instead lacks lacked lacking lack zero less least fails failed anything`);
export const NEGATION_REACH = 4;

/** Factors by which a word just before an opinion makes it stronger or weaker. */
export const degrees: ReadonlyMap<string, number> = new Map([
  ...[
    ...set(
      'very really so extremely super incredibly absolutely totally completely exceptionally truly insanely ridiculously especially particularly highly most wildly utterly amazingly damn',
    ),
  ].map((word) => [word, 1.35] as const),
  ...[...set('slightly somewhat kinda sorta fairly rather bit little mildly relatively moderately almost sort kind tad')].map(
    (word) => [word, 0.65] as const,
  ),
]);

/** Words that say that what follows was wanted, not had: praise behind them is criticism. */
export const wishes = set(
  'wish wishes wished wishing hoped hoping supposed should couldve shouldve wouldve claimed claims claim promised advertised expecting',
);

/** Words about another firm: in their clause nothing is said about this one. */
export const othersBefore = set(
  'other others another last previous prior first old competitor competitors competing next former original different builder builders',
);
export const firms = set(
  'company companies guy guys electrician electricians contractor contractors outfit outfits firm firms tech techs crew crews people handyman handymen plumber plumbers trade trades roofer roofers owners bids bid quotes quote ones builder shop shops places place team',
);
