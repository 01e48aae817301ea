// Spanish text of the burn auction.

import type { burns as english } from '../en/burns.ts'
import { parts } from '../parts.ts'

export const burns: typeof english = {
  lead: 'Una parte de cada bote perdedor destruye UTILITY. Las partes en UTILITY se queman al momento; las partes en SOL esperan aquí a quien ofrezca UTILITY por ellas, que se quema en la misma transacción.',
  costs: 'Un SOL cuesta',
  waiting: 'SOL en espera',
  burned: 'Quemado en total',
  byAuction: 'por esta subasta',
  byMarkets: 'por mercados en UTILITY',
  mintable: (authority) =>
    parts`Todavía se puede emitir UTILITY, lo puede hacer ${authority}: quien puede emitirlo puede comprar aquí gratis.`,
  states: {
    empty: 'No hay nada a la venta. Llega SOL cuando se decide un mercado en SOL.',
    waiting: (lot) => `El precio está quieto: baja mientras haya al menos ${lot} en espera.`,
    atFloor:
      'El precio está en su suelo, cerca de un octavo del último precio, y desde aquí solo baja despacio.',
    falling: (period) => `El precio se reduce a la mitad cada ${period} y sube con cada compra.`,
  },
  slots: (slots) => `${slots} slots`,

  buy: {
    heading: 'Comprar SOL, quemar UTILITY',
    moreThan: (percent) => `un ${percent} más`,
    get: 'Recibes',
    range: (least, most) => `de ${least} a ${most} de una vez`,
    cost: 'Al precio de este segundo cuesta',
    payAtMost: 'Pagar como máximo',
    buy: 'Comprar',
    buyAmount: (amount) => `Comprar ${amount}`,
    bought: (amount) => `Has comprado ${amount}.`,
    about:
      'Pagas el precio del momento en que llega la compra, y nunca más de lo que aceptas. El UTILITY que pagas se destruye.',
    raised: (reason) => `Alguien compró antes: ${reason} Compra al nuevo precio, o acepta más.`,
    nothing: 'Ahora mismo no hay nada a la venta.',
    smallest: (amount) => `La compra mínima es de ${amount}.`,
    largest: (amount) => `La compra máxima de una vez es de ${amount}.`,
  },

  purchases: {
    heading: 'Compras',
    sol: 'SOL comprado',
    tokens: 'UTILITY quemado',
    more: 'Ver más compras',
    none: 'Nadie ha comprado todavía',
    noneAbout: 'Quien compre aquí SOL quema el UTILITY con que lo paga.',
  },
}
