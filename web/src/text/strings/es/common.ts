// Spanish words that several views use.

import type { common as english } from '../en/common.ts'
import { counterOf } from '../parts.ts'

const count = counterOf('es')

export const common: typeof english = {
  brand: 'Predicciones',
  sides: { Yes: 'Sí', No: 'No' },
  up: 'Sube',
  down: 'Baja',
  won: (side) => `Ganó ${side}`,
  void: 'nulo',
  voidSentence: 'Nulo: se devuelve todo lo apostado',
  cancelled: 'Cancelado',
  beingDecided: 'decidiéndose',
  closing: 'cerrando',
  expired: 'vencido',
  optional: 'opcional',
  currency: 'Moneda',
  bettingCloses: 'Cierre de apuestas',
  expires: 'Vence',
  now: 'Ahora',
  seeMarkets: 'Ver los mercados',
  howItWorks: 'Cómo funciona',
  copyAddress: 'Copiar la dirección',
  loading: 'Cargando…',
  loadError: 'No se pudo cargar',
  gone: 'Esto no existe, o ya no',
  stale: (reason) => `Esto no está al día: ${reason}`,
  tryAgain: 'Reintentar',
  showMore: 'Ver más',
  close: 'Cerrar',
  copy: 'Copiar',
  copied: 'Copiado',
  chooseWallet: 'Elegir monedero',
  noWallet: 'Aún no hay monedero',
  stopWaiting: 'Dejar de esperar al monedero',
  inExplorer: '(explorador, en otra pestaña)',
  betOn: (side, pays, question) => `${side} ${pays}: apostar en «${question}»`,
  beFirst: 'sé el primero',
  noOdds: 'aún sin cuotas',
  pool: (amount) => `Bote de ${amount}`,
  bets: (bets) => count(bets, { one: 'apuesta', many: 'de apuestas', other: 'apuestas' }),
  of: (part, whole) => `${part} de ${whole}`,
  when: 'Cuándo',
  stake: 'Apuesta',
  wallet: 'Monedero',
  market: 'Mercado',
  profit: 'Ganancia',
  state: 'Estado',
  price: 'Precio',
  betsColumn: 'Apuestas',

  times: {
    left: (duration) => `quedan ${duration}`,
    justNow: 'ahora mismo',
    units: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  },

  measured: {
    met: 'se cumple ahora',
    away: (percent) => `a un ${percent}`,
    farAway: 'muy lejos',
  },

  amounts: {
    ambiguous: (typed, thousands, decimal) =>
      `«${typed}» puede leerse de dos maneras: escribe ${thousands} o ${decimal}`,
    notPlain: 'Debe ser un número decimal sencillo, como 1.5',
    tooPrecise: (most, got) => `Debe tener como máximo ${most} decimales, no ${got}`,
    costs: (deposit, reward, purpose) => `${deposit} de depósito, que se devuelve; ${reward} por ${purpose}`,
  },

  title: {
    contradicts: (question) =>
      `Palabras de quien lo creó: «${question}» Contradicen lo que decide el mercado.`,
    unchecked: (question) =>
      `Palabras de quien lo creó: «${question}» Nadie ha comprobado que signifiquen lo mismo.`,
    quoted: (question) => `un mercado llamado «${question}»`,
  },

  claim: {
    done: 'Has cobrado lo que te debía este mercado.',
    busy: 'Cobrando…',
    button: 'Cobrar ahora',
  },

  faucet: {
    busy: 'Pidiendo…',
    play: 'Juega con 10 SOL gratis',
    button: 'Conseguir dinero ficticio',
    paid: (amounts) => `Has recibido ${amounts} para jugar.`,
  },

  share: {
    preview: (title) => `Vista previa: ${title}`,
    copyLink: 'Copiar el enlace',
    copyFrame: 'Copiar el marco para otros sitios',
    share: 'Compartir…',
    save: 'Guardar la imagen',
  },
}
