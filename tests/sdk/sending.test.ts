import {
  chainOf,
  fromWalletStandard,
  InvalidInputError,
  NoSolError,
  NoTokenAccountError,
  PredictionMarketClient,
  SigningError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '@prediction-market/sdk'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld, travelTo, UTILITY } from '../helpers/sdk/client-world.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

describe('sending', () => {
  let world: ClientWorld
  let client: PredictionMarketClient

  before(async () => {
    world = await startClientWorld()
    client = world.client
  })

  after(() => world.stop())

  async function openMarket(currency: 'SOL' | 'UTILITY' = 'SOL') {
    const expireAt = (await client.chainTime()) + 3_600n
    const input = { question: 'Will it?', expireAt, condition: PRICE_AT_EXPIRY, currency }
    return { ...(await client.markets.create(input)), expireAt }
  }

  /** A bet of one SOL on Yes, and its result. */
  async function givenBet() {
    const { market } = await openMarket()
    const bet = { market: market.toBase58(), outcome: 'Yes', amount: SOL } as const
    const pools = async () => (await client.markets.get(market))?.pools
    return { bet, market, pools }
  }

  it('takes addresses in base58', async () => {
    const { bet, market } = await givenBet()
    const wallet = await world.wallet()
    await client.bets.place(bet, { signer: wallet })
    const owner = wallet.publicKey.toBase58()
    expect((await client.bets.position(bet.market, owner))?.stakes).to.deep.equal({ Yes: SOL, No: 0n })
    expect(await client.bets.positions({ market: bet.market, owner })).to.have.length(1)
    const other = new PredictionMarketClient(world.connection, { programId: client.programId.toBase58() })
    expect((await other.markets.get(bet.market))?.address).to.deep.equal(market)
  })

  it('reports the signature as soon as the transaction is sent', async () => {
    const { bet } = await givenBet()
    const told: string[] = []
    const onSent = (signature: string) => told.push(signature)
    const sent = await client.bets.place(bet, { signer: await world.wallet(), onSent })
    expect(told).to.deep.equal([sent.signature])
  })

  it('waits until a transaction is as final as was asked', async () => {
    const { bet } = await givenBet()
    for (const commitment of ['processed', 'finalized'] as const) {
      const { signature } = await client.bets.place(bet, { signer: await world.wallet(), commitment })
      const { value } = await world.connection.getSignatureStatus(signature)
      if (commitment === 'finalized') expect(value?.confirmationStatus).to.equal('finalized')
      expect(value?.err).to.equal(null)
    }
  })

  it('asks again for a transaction that expired while the wallet had it', async () => {
    const { bet, pools } = await givenBet()
    const wallet = await world.wallet()
    const blockhashes: string[] = []
    const slow = {
      publicKey: wallet.publicKey,
      async signTransaction<T>(transaction: T): Promise<T> {
        const signed = transaction as VersionedTransaction
        blockhashes.push(signed.message.recentBlockhash)
        if (blockhashes.length === 1) {
          const height = await world.connection.getBlockHeight()
          // Blocks of this node take 100 ms.
          await until('its last block', async () => (await world.connection.getBlockHeight()) > height + 155)
        }
        signed.sign([wallet])
        return transaction
      },
    }
    await client.bets.place(bet, { signer: slow })
    expect(new Set(blockhashes).size).to.equal(2)
    expect(await pools()).to.deep.equal({ Yes: SOL, No: 0n })
  })

  it('sends nothing once it is aborted', async () => {
    const { bet, pools } = await givenBet()
    const signer = await world.wallet()
    const abort = new AbortController()
    abort.abort(new Error('changed my mind'))
    const { signal } = abort
    const before = await thrownBy(client.bets.place(bet, { signer, signal }), Error)
    expect(before.message).to.equal('changed my mind')

    const later = new AbortController()
    const wallet = {
      publicKey: signer.publicKey,
      async signTransaction(transaction: VersionedTransaction) {
        later.abort(new Error('closed the page'))
        transaction.sign([signer])
        return transaction
      },
    }
    const during = await thrownBy(client.bets.place(bet, { signer: wallet, signal: later.signal }), Error)
    expect(during.message).to.equal('closed the page')
    expect(await pools()).to.deep.equal({ Yes: 0n, No: 0n })
  })

  it('says that money may have moved if it is aborted afterwards', async () => {
    const { bet, pools } = await givenBet()
    const abort = new AbortController()
    const options = { signer: await world.wallet(), signal: abort.signal, onSent: () => abort.abort() }
    const error = await thrownBy(client.bets.place(bet, options), TransactionUnconfirmedError)
    expect(error.message).to.contain('may have moved money')
    expect((error.cause as Error).name).to.equal('AbortError')
    await until('the bet', async () => (await pools())?.Yes === SOL)
    const status = await until('its status', async () => {
      return (await world.connection.getSignatureStatus(error.signature)).value
    })
    expect(status.err).to.equal(null)
  })

  it('asks a wallet that can sign several transactions once', async () => {
    const { id, market, expireAt } = await openMarket('UTILITY')
    const bettors = await Promise.all(Array.from({ length: 9 }, () => world.wallet()))
    await Promise.all(
      bettors.map((signer) => client.bets.place({ market, outcome: 'Yes', amount: UTILITY }, { signer })),
    )
    await travelTo(world, expireAt)
    await client.decisions.resolve({ market: id, price: await world.price(300n, expireAt) })
    const payer = await world.wallet()
    const asked: number[] = []
    const wallet = {
      publicKey: payer.publicKey,
      signTransaction: () => Promise.reject(new Error('one by one')),
      async signAllTransactions(transactions: VersionedTransaction[]) {
        asked.push(transactions.length)
        for (const transaction of transactions) transaction.sign([payer])
        return transactions
      },
    }
    const owners = bettors.map(({ publicKey }) => publicKey.toBase58())
    const settled = await client.decisions.settle({ market: id, owners }, { signer: wallet })
    expect(asked).to.deep.equal([2])
    expect(settled.map((one) => one.owners.length)).to.deep.equal([8, 1])
    expect((await client.markets.get(market))?.openPositions).to.equal(0)
  })

  describe('by a wallet that only signs and sends', () => {
    /** A wallet that signs and sends; the SDK never sees what it signed. */
    async function givenSender() {
      const key = await world.wallet()
      const send = async (transaction: VersionedTransaction) => {
        transaction.sign([key])
        return world.connection.sendRawTransaction(transaction.serialize())
      }
      return { key, send, publicKey: key.publicKey }
    }

    it('in the form of wallets and of adapters', async () => {
      const { bet, pools } = await givenBet()
      const { send, publicKey } = await givenSender()
      const told: string[] = []
      const onSent = (signature: string) => told.push(signature)
      const signAndSendTransaction = async (transaction: VersionedTransaction) => ({
        signature: await send(transaction),
      })
      const first = await client.bets.place(bet, { signer: { publicKey, signAndSendTransaction }, onSent })
      expect(told).to.deep.equal([first.signature])
      expect(await pools()).to.deep.equal({ Yes: SOL, No: 0n })
      await client.bets.place({ ...bet, outcome: 'No' }, { signer: { publicKey, sendTransaction: send } })
      expect(await pools()).to.deep.equal({ Yes: SOL, No: SOL })
    })

    it("as a page's useWallet() returns it, which has every member", async () => {
      const { bet, pools } = await givenBet()
      const { send, publicKey } = await givenSender()
      const none = { signTransaction: undefined, signAllTransactions: undefined }
      const connected = { publicKey, sendTransaction: send, ...none }
      await client.bets.place(bet, { signer: connected })
      expect(await pools()).to.deep.equal({ Yes: SOL, No: 0n })
      const signer = { ...connected, publicKey: null }
      const error = await thrownBy(client.bets.place(bet, { signer }), InvalidInputError)
      expect(error.reason).to.equal('is not connected')
    })

    it('with the signatures of other keys', async () => {
      const { key, send, publicKey } = await givenSender()
      const other = await world.wallet()
      const { market } = await openMarket()
      const input = { market, outcome: 'Yes', amount: SOL, bettor: other.publicKey } as const
      await client.send(await client.bets.buildPlace(input), {
        signer: { publicKey, sendTransaction: send },
        signers: [other],
      })
      expect(await client.bets.position(market, other.publicKey)).not.to.equal(null)
      expect(await client.bets.position(market, key.publicKey)).to.equal(null)
    })
  })

  describe('by an account of the Wallet Standard', () => {
    const CHAIN = 'solana:localnet'

    async function givenAccount(...features: string[]) {
      const key = await world.wallet()
      const account = { address: key.publicKey.toBase58(), chains: [CHAIN], features }
      const sign = (bytes: Uint8Array) => {
        const transaction = VersionedTransaction.deserialize(bytes)
        transaction.sign([key])
        return transaction.serialize()
      }
      type Input = { account: object; chain: string; transaction: Uint8Array }
      const wallet = {
        features: {
          'solana:signTransaction': {
            signTransaction: async (...inputs: Input[]) =>
              inputs.map(({ transaction, chain }) => {
                expect(chain).to.equal(CHAIN)
                return { signedTransaction: sign(transaction) }
              }),
          },
          'solana:signAndSendTransaction': {
            signAndSendTransaction: async ({ transaction }: Input) => {
              const signature = await world.connection.sendRawTransaction(sign(transaction))
              return [{ signature: bs58.decode(signature) }]
            },
          },
        },
      }
      return { wallet, account }
    }

    it('that signs', async () => {
      const { bet, pools } = await givenBet()
      const { wallet, account } = await givenAccount(
        'solana:signTransaction',
        'solana:signAndSendTransaction',
      )
      expect(await chainOf(world.connection)).to.equal(CHAIN)
      const signer = fromWalletStandard(wallet, account, CHAIN)
      expect(signer).to.have.property('signAllTransactions')
      await client.bets.place(bet, { signer })
      expect(await pools()).to.deep.equal({ Yes: SOL, No: 0n })
    })

    it('that only signs and sends', async () => {
      const { bet, pools } = await givenBet()
      const { wallet, account } = await givenAccount('solana:signAndSendTransaction')
      await client.bets.place(bet, { signer: fromWalletStandard(wallet, account, CHAIN) })
      expect(await pools()).to.deep.equal({ Yes: SOL, No: 0n })
    })

    it('on the chain of its connection, by the genesis hash', async () => {
      const at = (hash: string) => chainOf({ getGenesisHash: async () => hash })
      expect(await at('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')).to.equal('solana:mainnet')
      expect(await at('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')).to.equal('solana:devnet')
      expect(await at('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY')).to.equal('solana:testnet')
    })

    it('but not by one that can do neither, or is on no chain of Solana', async () => {
      const { wallet, account } = await givenAccount('solana:signMessage')
      expect(() => fromWalletStandard(wallet, account, CHAIN)).to.throw(
        InvalidInputError,
        'account: must have',
      )
      expect(() => fromWalletStandard(wallet, account, 'sui:mainnet')).to.throw(
        InvalidInputError,
        'chain: must be',
      )
    })
  })

  describe('fails with a class that says what to do:', () => {
    it('a wallet without any SOL', async () => {
      const { bet } = await givenBet()
      const poor = Keypair.generate()
      const error = await thrownBy(client.bets.place(bet, { signer: poor }), NoSolError)
      expect(error).to.be.instanceOf(TransactionFailedError)
      expect(error.wallet).to.deep.equal(poor.publicKey.toBase58())
      expect(error.message).to.contain(poor.publicKey.toBase58()).and.to.contain('send it some')
    })

    it('a wallet without a token account', async () => {
      const { market } = await openMarket('UTILITY')
      const wallet = Keypair.generate()
      await world.node.cheats.setLamports(wallet.publicKey, SOL)
      const bet = { market, outcome: 'Yes', amount: UTILITY } as const
      const error = await thrownBy(client.bets.place(bet, { signer: wallet }), NoTokenAccountError)
      expect(error).to.be.instanceOf(TransactionFailedError)
      expect(error.account).to.deep.equal(
        getAssociatedTokenAddressSync(world.mint, wallet.publicKey).toBase58(),
      )
    })

    it('a wallet that refuses to sign', async () => {
      const { bet, pools } = await givenBet()
      const { publicKey } = await world.wallet()
      const refusal = new Error('User rejected the request.')
      const signTransaction = () => Promise.reject(refusal)
      const error = await thrownBy(
        client.bets.place(bet, { signer: { publicKey, signTransaction } }),
        SigningError,
      )
      expect(error.cause).to.equal(refusal)
      expect(error.message).to.contain('User rejected')
      expect(await pools()).to.deep.equal({ Yes: 0n, No: 0n })
    })
  })
})
