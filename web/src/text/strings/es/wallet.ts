// Spanish text of a wallet's page: balances, portfolio, history.

import type { wallet as english } from '../en/wallet.ts'
import { counterOf } from '../parts.ts'

const count = counterOf('es')

export const wallet: typeof english = {
  useBurner: 'Usa el monedero desechable de este navegador: basta un clic, y el dinero es ficticio.',
  connect: 'Conecta un monedero de Solana para apostar, hacer preguntas y ver lo que has ganado.',
  confirmDelete: '¿Borrar la clave del monedero desechable? Se pierde todo lo que contiene.',
  copyOwn: 'Copiar tu dirección',
  burner:
    'Este es un monedero desechable: su clave se guarda en este navegador, sin protección, y solo sirve en esta red local. No le envíes nunca nada de valor.',
  disconnect: 'Desconectar',
  delete: 'Borrar este monedero',
  developers: 'Banca, claves de API y webhooks',

  asked: 'Mercados creados',

  positions: {
    heading: 'Posiciones',
    payout: 'Pago',
    results: { all: 'Todas', open: 'Abiertas', won: 'Ganadas', lost: 'Perdidas', refunded: 'Devueltas' },
    none: 'Aún no hay posiciones',
    find: 'Busca un mercado en el que apostar',
    download: 'Descargar CSV',
    noneOf: 'Ninguna de ellas.',
    more: 'Ver más posiciones',
    ifSide: (amount, side) => `${amount} si sale ${side}`,
    back: (amount) => `${amount} de vuelta`,
    beingPaid: 'pagándose',
  },

  summary: {
    heading: 'Resumen',
    atRisk: 'En riesgo',
    ofStake: (staked) => `de ${staked} apostado`,
    sureOf: (staked, sure) => `de ${staked} apostado; ${sure} vuelve pase lo que pase`,
    ifAllWin: 'Si todas ganan',
    profit: 'Ganancia total',
    wonLost: 'Ganadas y perdidas',
    won: (percent) => `${percent} ganadas`,
    overTime: (profit, markets) =>
      `Ganancia a lo largo del tiempo: ${profit} tras ${count(markets, {
        one: 'mercado decidido',
        many: 'de mercados decididos',
        other: 'mercados decididos',
      })}`,
  },

  history: {
    heading: 'Historial',
    more: 'Ver más historial',
  },
}
