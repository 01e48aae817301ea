// English text around every view: header, footer, notices, the choice of a wallet, and sending transactions.

export const shell = {
  skip: 'Skip to content',
  offline: 'Live updates are interrupted. Reconnecting…',
  unknownAddress: 'There is nothing at this address',
  dismiss: 'Dismiss',

  /** The views that the header and the footer lead to. */
  views: {
    markets: 'Markets',
    wallet: 'Portfolio',
    leaderboard: 'Leaderboard',
    burns: 'Burns',
    new: 'Ask a question',
    activity: 'Activity',
    developers: 'Developers',
  },

  header: {
    main: 'Main',
    localnet: 'localnet',
    yourWallet: 'Your wallet:',
  },

  footer: {
    localnet: 'A localnet: the markets, the prices and the money are all play.',
    chain: 'The program on Solana holds the stakes and decides. This page holds nothing.',
    more: 'More',
    api: 'API',
    language: 'Language',
  },

  notices: {
    decided: (side: string) => `Decided: ${side} won.`,
    paid: (amount: string) => `You were paid ${amount}.`,
    refunded: (amount: string) => `${amount} came back to you.`,
  },

  wallets: {
    confirm: 'Confirm it in the wallet…',
    installed: 'Installed in this browser',
    burner: 'Burner wallet',
    burnerAbout: 'A key for play money, kept in this browser. Nothing to install.',
    none: 'No Solana wallet was found in this browser. Install one that supports the Wallet Standard, such as Phantom, Solflare or Backpack, and reload the page.',
    keys: 'The page never sees the key of an installed wallet. Every bet is a transaction that you sign.',
    noAccount: (name: string) => `${name} shows no account: unlock it, allow this page, and try again`,
    unsigned: (name: string) => `${name} did not sign`,
    noEd25519:
      'This browser cannot sign with a burner wallet. It needs Chrome 137, Firefox 129, Safari 17 or newer, and the page opened by https or on this machine (127.0.0.1).',
    stopped: 'Nothing was sent. If your wallet still asks, refuse it there.',
  },

  sending: {
    building: 'Preparing…',
    signing: 'Signing…',
    signingInWallet: 'Sign the transaction in your wallet…',
    confirming: 'Confirming on the chain…',
    signingIn: 'Sign in with your wallet, once…',
    keyName: 'This page',
    noAnswer: 'The server does not answer. Check your connection and try again.',
    mayHaveArrived:
      'The server does not answer, and the transaction may have arrived. Look at your wallet page before you try again.',
    failed: 'The transaction failed.',
    expired: 'The transaction expired before it was confirmed. Nothing was paid; try again.',
    unconfirmed:
      'The transaction is still not confirmed. Look at your wallet page before you try again: it may yet be placed.',
  },
}
