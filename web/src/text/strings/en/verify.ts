// English text of the page that checks a decision.

export const verify = {
  brand: 'Prediction market',
  title: 'Check the decision yourself',
  lead: 'Your browser reads the transactions of this market from a node of the chain and decides it again by the same rules. This site is asked only which transactions those are.',
  back: 'Back to the market',
  node: 'Node to ask',
  nodeAbout: 'Any Solana node: https, or http on 127.0.0.1. Ask one that this site does not run.',
  notAllowed: 'This must be an address with https://, or http://127.0.0.1 on your own machine.',
  check: 'Check',
  checking: 'Checking…',
  noNode: 'This site names no public node: type one above.',
  noId: 'There is no market id in the address of this page.',
  unreachable: (why: string) => `The node could not be read: ${why}`,
  offline: 'This site did not answer. Check your connection and load the page again.',
  decision: 'The decision on chain:',
  outcomes: { Yes: 'Yes', No: 'No', none: 'Void: every stake is paid back' },
  result: {
    right: [
      'Right: every step agrees',
      'The rule, the evidence and the amounts on the chain lead to this decision.',
    ],
    wrong: [
      'Wrong: a step does not agree',
      'What the red step says is not what the chain and the rule say. This site or the node is wrong.',
    ],
    unchecked: [
      'No step disagrees, but not all could be checked',
      'The chain no longer has all of it, or this node does not show it. Another node may.',
    ],
    transactions: [
      'This node cannot tell',
      'It has no such transaction: most nodes keep a few days only. That says nothing about the decision. Ask a node with the whole history.',
    ],
    market: [
      'This node knows no such market',
      'It has neither an account nor a transaction of it. The address of this page may be wrong.',
    ],
    decision: ['Not decided yet', 'The market is still open: there is no decision to check.'],
  },
  marks: { ok: 'right', bad: 'wrong', unknown: 'not known' },
  steps: {
    heading: 'Steps',
    of: {
      transactions: [
        'The transactions exist',
        'They succeeded, and the program itself created and decided the market.',
      ],
      answer: ['This site says the same', 'Its answer is compared with the chain, and not used otherwise.'],
      account: ["The market's account agrees", 'What it holds now is what the transactions say.'],
      reference: ['The first price is right', 'The price that the change is measured from, read again.'],
      evidence: [
        'The evidence supports the answer',
        'The price or the signatures shown to the program, read again. Of an account, only what the program read of it.',
      ],
      rule: [
        'The rule gives this answer',
        'Decided again from the evidence, by the second and the terms of the market.',
      ],
      lateStakes: ['The late stakes are right', 'Stakes of the last betting periods, which are paid back.'],
      payouts: ['The amounts are right', 'Winner, refunds and fees, calculated again from the stakes.'],
    },
  },
  trusted: 'What no step can prove',
}
