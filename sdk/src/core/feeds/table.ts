// The table of Pyth price feeds that questions can name.

/** A Pyth price feed: what one unit of an asset costs in US dollars. */
export interface PriceFeed {
  /** Ticker of the asset, upper case. */
  readonly symbol: string
  /** Its name as people write it. */
  readonly name: string
  /** Other common names. */
  readonly aliases: readonly string[]
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  readonly id: string
  /** Mint of the asset in base58 if it is a token of Solana, whose supply can be read; otherwise `null`. */
  readonly mint: string | null
}

/**
 * Mints of the tokens in the table: of the many tokens that share a name, the one whose price the feed is.
 * `sources.md` says where they come from.
 */
const MINTS = {
  BONK: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  JUP: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  WIF: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
  PYTH: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3',
  JTO: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL',
  W: '85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ',
  KMNO: 'KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS',
  TNSR: 'TNSRxcUxoT9xBG3de7PiJyTDYu7kskLqcpddxnEJAS6',
  RENDER: 'rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof',
  HNT: 'hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux',
  RAY: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
  ORCA: 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE',
  MEW: 'MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5',
  PENGU: '2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv',
  TRUMP: '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
  FARTCOIN: '9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump',
  PUMP: 'pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn',
  JITOSOL: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  MSOL: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
  JLP: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
  POPCAT: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr',
  PNUT: '2qEHjDLDLbuBgRYvsxhc5D6uDWAivNFZGan56P1tpump',
  DRIFT: 'DriFtupJYLTosbwoN8koMbEYSx54aFAVLddWsbksjwg7',
} as const

/**
 * The feeds that questions can name. An id is here because two independent public sources agree on it;
 * `sources.md` beside this file says which. A wrong id would be a market that can never be decided.
 */
export const PRICE_FEEDS: readonly PriceFeed[] = [
  coin('SOL', 'Solana', 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'),
  coin('BTC', 'Bitcoin', 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43'),
  coin('ETH', 'Ethereum', 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace', 'ether'),
  coin('USDC', 'USD Coin', 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a'),
  coin('USDT', 'Tether', '2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b'),
  mint('BONK', 'Bonk', '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419'),
  mint('JUP', 'Jupiter', '0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996'),
  mint('WIF', 'dogwifhat', '4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc', 'dog wif hat'),
  mint('PYTH', 'Pyth Network', '0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff'),
  mint('JTO', 'Jito', 'b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2'),
  mint('W', 'Wormhole', 'eff7446475e218517566ea99e72a4abec2e1bd8498b43b7d8331e29dcb059389'),
  mint('KMNO', 'Kamino', 'b17e5bc5de742a8a378b54c9c75442b7d51e30ada63f28d9bd28d3c0e26511a0'),
  mint('TNSR', 'Tensor', '05ecd4597cd48fe13d6cc3596c62af4f9675aee06e2e0b94c06d8bee2b659e05'),
  mint('RENDER', 'Render', '3d4a2bd9535be6ce8059d75eadeba507b043257321aa544717c56fa19b49e35d'),
  mint('HNT', 'Helium', '649fdd7ec08e8e2a20f425729854e90293dcbe2376abc47197a14da6ff339756'),
  mint('RAY', 'Raydium', '91568baa8beb53db23eb3fb7f22c6e8bd303d103919e19733f2bb642d3e7987a'),
  mint('ORCA', 'Orca', '37505261e557e251290b8c8899453064e8d760ed5c65a779726f2490980da74c'),
  mint('MEW', 'cat in a dogs world', '514aed52ca5294177f20187ae883cec4a018619772ddce41efcc36a6448f5d5d'),
  mint('PENGU', 'Pudgy Penguins', 'bed3097008b9b5e3c93bec20be79cb43986b85a996475589351a21e67bae9b61'),
  mint('TRUMP', 'Official Trump', '879551021853eec7a7dc827578e8e69da7e4fa8148339aa0d3d5296405be4b1a'),
  mint('FARTCOIN', 'Fartcoin', '58cd29ef0e714c5affc44f269b2c1899a52da4169d7acc147b9da692e6953608'),
  mint('PUMP', 'Pump.fun', '7a01fca212788bba7c5bf8c9efd576a8a722f070d2c17596ff7bb609b8d5c3b9'),
  mint('JITOSOL', 'Jito Staked SOL', '67be9f519b95cf24338801051f9a808eff0a578ccb388db73b7f6fe1de019ffb'),
  mint('MSOL', 'Marinade Staked SOL', 'c2289a6a43d2ce91c6f55caec370f4acc38a2ed477f58813334c6d03749ff2a4'),
  mint('JLP', 'Jupiter Perps LP', 'c811abc82b4bad1f9bd711a2773ccaa935b03ecef974236942cec5e0eb845a3a'),
  coin('WBTC', 'Wrapped Bitcoin', 'c9d8b075a5c69303365ae23633d4e085199bf5c520a3b90fed1322a0342ffc33'),
  mint('POPCAT', 'Popcat', 'b9312a7ee50e189ef045aa3c7842e099b061bd9bdc99ac645956c3b660dc8cce'),
  mint('PNUT', 'Peanut the Squirrel', '116da895807f81f6b5c5f01b109376e7f6834dc8b51365ab7cdfa66634340e54'),
  mint('DRIFT', 'Drift', '5c1690b27bb02446db17cdda13ccc2c1d609ad6d2ef5bf4983a85ea8b6f19d07'),
  coin('BNB', 'BNB', '2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f', 'binance coin'),
  coin('XRP', 'XRP', 'ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8', 'ripple'),
  coin('DOGE', 'Dogecoin', 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c'),
  coin('SUI', 'Sui', '23d7315113f5b1d3ba7a83604c44b94d79f4fd69af77f804fc7f920a6dc65744'),
  coin('TRX', 'Tron', '67aed5a24fdad045475e7195c98a98aea119c763f272d4523f5bac93a4f33c2b'),
  coin('HYPE', 'Hyperliquid', '4279e31cc369bbcc2faf022b382b080e32a8e689ff20fbc530d2a603eb6cd98b'),
  coin('BERA', 'Berachain', '962088abcfdbdb6e30db2e340c8cf887d9efb311b1f2f17b155a63dbb6d40265'),
  coin('UNI', 'Uniswap', '78d185a741d07edb3412b09008b7c5cfb9bbbd7d568bf00ba737b456ba171501'),
  coin('AVAX', 'Avalanche', '93da3352f9f1d105fdfe4971cfa80e9dd777bfc5d0f683ebb6e1294b92137bb7'),
  coin('ARB', 'Arbitrum', '3fa4252848f9f0a1480be62745a4629d9eb1322aebab8a791e344b3b9c1adcf5'),
  coin('OP', 'Optimism', '385f64d993f7b77d8182ed5003d97c60aa3361f3cecfe711544d2d59165e9bdf'),
  coin('LINK', 'Chainlink', '8ac0c70fff57e9aefdf5edf44b51d62c2d433653cbb2cf5cc06bb115af04d221'),
  coin('TON', 'Toncoin', '8963217838ab4cf5cadc172203c1f0b763fbaa45f346d8ee50ba994bbcac3026'),
  coin('PEPE', 'Pepe', 'd69731a2e74ac1ce884fc3890f7ee324b6deb66147055249568869ed700882e4'),
  coin('APT', 'Aptos', '03ae4db29ed4ae33d323568895aa00337e658e348b37509f5372ae51f0af00d5'),
  coin('TAO', 'Bittensor', '410f41de235f2db824e562ea7ab2d3d3d4ff048316c61d629c0b93f58584e1af'),
  coin('LTC', 'Litecoin', '6e3f3fa8253588df9326580180233eb791e03b443a3ba7a1d892e73874e19a54'),
  coin('SEI', 'Sei', '53614f1cb0c031d4af66c04cb9c756234adad0e1cee85303795091499a4084eb'),
  coin('TIA', 'Celestia', '09f7c1d7dfbb7df2b8fe3d3d87ee94a2259d212da4f30c1f0540d066dfa44723'),
  coin('INJ', 'Injective', '7a5bc1d2b56ad029048cd63964b3ad2776eadf812edc1a43a31406cb54bff592'),
  coin('AAVE', 'Aave', '2b9ab1e972a281585084148ba1389800799bd4be63b957507db1349314e47445'),
  coin('ATOM', 'Cosmos', 'b00b60f88b03a6a625a8d1c048c3f66653edf217439983d037e7222c4e612819'),
  coin('STX', 'Stacks', 'ec7a775f46379b5e943c3526b1c8d54cd49749176b0b98e02dde68d1bd335c17'),
  coin('XMR', 'Monero', '46b8cc9347f04391764a0361e0b17c3ba394b001e7c304f7650f6376e37c321d'),
  coin('ADA', 'Cardano', '2a01deaec9e51a579277b34b122399984d0bbf57e2458a7e42fecd2829867a0d'),
  coin('DOT', 'Polkadot', 'ca3eed9b267293f6595901c734c7525ce8ef49adafe8284606ceb307afa2ca5b'),
  coin('NEAR', 'NEAR Protocol', 'c415de8d2eba7db216527dff4b60e8f3a5311c740dadb233e13e12547e226750'),
  coin('BCH', 'Bitcoin Cash', '3dd2b63686a450ec7290df3a1e0b583c0481f651351edfa7636f39aed55cf8a3'),
  coin(
    'XLM',
    'Stellar',
    'b7a8eba68a997cd0210c2e1e4ee811ad2d174b3611c22d9ebf16f4cb7e9ba850',
    'stellar lumens',
  ),
  coin('ZEC', 'Zcash', 'be9b59d178f0d6a97ab4c343bff2aa69caa1eaae3e9048a65788c529b125bb24'),
  coin('SHIB', 'Shiba Inu', 'f0d57deca57b3da2fe63a493f4c25925fdfd8edf834b20f93e1f84dbd1504d4a'),
]

function mint(symbol: keyof typeof MINTS, name: string, id: string, ...aliases: string[]): PriceFeed {
  return { symbol, name, aliases, id, mint: MINTS[symbol] }
}

function coin(symbol: string, name: string, id: string, ...aliases: string[]): PriceFeed {
  return { symbol, name, aliases, id, mint: null }
}
