// A bet, a fetch and an event by plain Anchor: web3.js, @coral-xyz/anchor and our IDL, nothing else of ours.
//
//   node tools/run.mjs examples/anchor/main.ts
import { AnchorProvider, Program, Wallet } from '@coral-xyz/anchor'
import { IDL, type PredictionMarket } from '@prediction-market/sdk/idl'
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import BN from 'bn.js'

const { RPC_URL = 'http://127.0.0.1:8899', WS_URL } = process.env

const connection = new Connection(RPC_URL, {
  commitment: 'confirmed',
  ...(WS_URL !== undefined && { wsEndpoint: WS_URL }),
})
const bettor = Keypair.generate()
const airdrop = await connection.requestAirdrop(bettor.publicKey, 2 * LAMPORTS_PER_SOL)
await connection.confirmTransaction({ signature: airdrop, ...(await connection.getLatestBlockhash()) })

const provider = new AnchorProvider(connection, new Wallet(bettor), { commitment: 'confirmed' })
const program = new Program<PredictionMarket>(IDL, provider)

// A fetch: the open market in SOL, on a price, that closes last. 0 is the default pubkey's first byte, and "open".
const markets = await program.account.market.all()
const now = Date.now() / 1_000
const isSol = (mint: { toBytes(): Uint8Array }) => mint.toBytes().every((byte) => byte === 0)
const [market] = markets
  .filter(({ account }) => account.status === 0 && isSol(account.mint) && account.condition.metric === 0)
  .filter(({ account }) => account.closeAt.toNumber() > now)
  .sort((one, other) => other.account.closeAt.cmp(one.account.closeAt))
if (!market) throw new Error('no open market: start the localnet by npm start')

// An event, as soon as the bet is confirmed.
const placed = new Promise<{ amount: BN }>((resolve) => {
  program.addEventListener('betPlaced', (event) => {
    if (event.owner.equals(bettor.publicKey)) resolve(event)
  })
})

// A bet. Anchor derives the other accounts; those of UTILITY are optional and left out by null.
const signature = await program.methods
  .placeBet({ outcome: { yes: {} }, amount: new BN(LAMPORTS_PER_SOL / 2) }, new BN(0))
  .accounts({
    bettor: bettor.publicKey,
    market: market.publicKey,
    bettorToken: null,
    mint: null,
    tokenProgram: null,
  })
  .rpc()
console.log('placed:', signature)
console.log('event: a bet of', (await placed).amount.toString(), 'lamports')
const { pools } = await program.account.market.fetch(market.publicKey)
console.log('pools:', pools.map(String).join(' on Yes, '), 'on No')
process.exit(0)
