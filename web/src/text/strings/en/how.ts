// English text of the page that explains how a market works.

export const how = {
  lead: 'Every market asks one question with two answers. Stakes go into two pools, a proof decides, and the winners share the losing pool.',

  example: {
    heading: 'A bet in figures',
    pools: 'Staked on Yes and on No',
    poolsOf: (yes: string, no: string) => `${yes} and ${no}`,
    stake: 'You stake on Yes',
    shared: (fee: string) => `If Yes wins, the losing pool less ${fee} is shared`,
    share: (stake: string, pool: string) => `Your share of it, ${stake} of ${pool}`,
    paid: 'You are paid',
    ifNo: 'If No wins',
    lost: (stake: string) => `you lose your ${stake}`,
    odds: 'Nobody sets the odds: they are the shares of the two pools. Bets that come after yours change what it pays, up or down, until betting closes.',
  },

  who: {
    heading: 'Who decides',
    proofs: 'Each market says which of three proofs decides it:',
    shown:
      'A decided market shows its proof step by step. If nobody can prove an answer in time, every stake is paid back in full.',
  },

  late: {
    heading: 'Stakes that come too late',
    about:
      'Whoever already knows the answer must not bet on it. In markets that can be decided early, a stake counts once one whole betting period has passed after its own. If the answer comes before, the stake is paid back without a fee: it neither wins nor loses.',
  },

  fees: {
    heading: 'Fees',
    about: (burned: string, developer: string) =>
      `Only losing stakes pay: ${burned} of them are burned and ${developer} go to the developer. Your first bet in a market also takes a small deposit of SOL, which comes back when you are paid, and a reward for whoever pays you. The bet form shows both.`,
  },

  risks: {
    heading: 'Risks',
    list: [
      'You can lose the whole stake. It is locked until the market is decided.',
      'The payout is known only when betting has closed: later bets share the losing pool with you.',
      'Whoever controls what is measured, such as the supply of a token, can move it.',
      'Attestors are trusted to answer truthfully, as far as a quorum of them does.',
      'A program can have errors.',
    ],
  },
}
