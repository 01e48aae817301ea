// English text of the page that opens a market. The question itself is always in English, which the gateway reads.

export const builder = {
  lead: 'Type what you want to ask, and read what decides it before you sign.',
  more: 'Change the details',

  words: {
    label: 'In your own words',
    reading: 'Reading…',
    attestors: 'Let attestors decide it',
  },

  subject: {
    about: 'About',
    asset: 'Asset',
    price: (symbol: string, price: string) => `${symbol} is ${price} now`,
    allAssets: 'All assets',
    mint: 'Address of its mint',
    event:
      'Independent attestors answer it, and more than two thirds must agree. Ask what anyone can look up.',
  },

  value: {
    yesIf: 'Yes if it',
    moves: {
      risesAbove: 'rises above',
      fallsBelow: 'falls below',
      endsAbove: 'is above at the end',
      endsBelow: 'is below at the end',
      risesTo: 'rises to',
      fallsTo: 'falls to',
      endsAtLeast: 'is at least, at the end',
      endsAtMost: 'is at most, at the end',
    },
    change: 'is up or down',
    value: 'Value',
    byAtLeast: 'By at least',
    direction: 'Direction',
    up: 'up',
    down: 'down',
  },

  when: {
    from: 'From',
    to: 'To',
    ends: 'Ends',
    endsBeforeFirst: 'Betting ends before the first price is known.',
    endsAtBeforeFirst: (time: string) => `Betting ends ${time}, before the first price is known.`,
    bettingEnds: 'Betting ends',
    closings: { half: 'At half time', latest: 'As late as possible', own: 'At a time of yours' },
    time: 'Time',
    halfTime:
      'Half time is proposed: those who wait longer see the answer coming, and win from those who bet early.',
  },

  stake: {
    betsIn: 'Bets in',
    first: 'Your first stake',
    side: 'Side of your first stake',
  },

  missing: {
    question: 'Write the question.',
    value: 'Give a value.',
    times: 'Choose the times.',
  },

  fixes: {
    noStake: 'Open it without a stake',
    measurable: 'This needs no attestors: it can be measured.',
    measure: 'Let it be measured',
    dayLater: 'A day later',
    inAnHour: 'In an hour',
    longest: 'The longest possible',
    inADay: 'In 1 day',
    supply: 'Ask about its supply',
    take: (symbol: string) => `Take ${symbol}`,
    stake: (amount: string) => `Stake ${amount}`,
  },

  summary: {
    label: 'Your question',
    another: 'Open another one',
    review: 'Review and sign',
    same: 'Already open',
    ends: (time: string) => `ends ${time}`,
  },

  preview: {
    heading: 'Is this what you mean?',
    lead: 'People bet on this sentence, and nobody can change it later.',
    fees: "Fees, of the losing side's stakes",
    feesOf: (burned: string, developer: string) => `${burned} burned, ${developer} developer`,
    stakeOn: (side: string) => `Your stake on ${side}`,
    besides: 'Besides the stake, you pay',
    purpose: 'deciding and closing it',
    opening: 'Opening…',
    open: 'Sign and open the market',
    change: 'Change it',
    opened: 'Your market is open.',
  },
}
