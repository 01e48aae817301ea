// Spanish text about what people did: activity, leaderboard, a creator's record.

import type { people as english } from '../en/people.ts'
import { counterOf, parts } from '../parts.ts'

const count = counterOf('es')

export const people: typeof english = {
  activity: {
    lead: 'Mercados, apuestas, decisiones y pagos de todos, según se confirman en la cadena.',
    none: 'Todavía no ha pasado nada',
  },

  events: {
    asked: 'preguntó',
    bet: (amount, side) => `apostó ${amount} a ${side}:`,
    reference: 'Se cerraron las apuestas y quedó registrado el precio de referencia:',
    decided: (side) => `Decidido, ganó ${side}:`,
    void: 'Nulo, se devuelve todo lo apostado:',
    paid: (amount) => `cobró ${amount}:`,
    refunded: (amount) => `recuperó ${amount}:`,
    paidAndRefunded: (paid, refunded) => `cobró ${paid} y recuperó ${refunded}:`,
    lost: 'perdió:',
    bought: (sol, tokens, auction) => parts`compró ${sol} por ${tokens} en la ${auction('subasta de quema')}`,
  },

  leaderboard: {
    lead: 'La ganancia cuenta cuando un mercado paga. Una apuesta devuelta no es ni ganancia ni pérdida. El volumen es lo apostado contra otros monederos.',
    rankBy: 'Clasificar por',
    ranks: { profit: 'Ganancia', volume: 'Volumen', winRate: 'Aciertos' },
    period: 'Periodo',
    periods: { all: 'siempre', month: 'este mes', week: 'esta semana', day: 'hoy' },
    won: 'Ganadas',
    more: 'Ver más monederos',
    none: 'Todavía no hay nadie clasificado',
    noneAbout: 'Los monederos aparecen aquí tras su primera apuesta.',
    you: 'tú',
  },

  creator: {
    noMarket: 'Este monedero no ha abierto ningún mercado',
    more: 'Ver más mercados',
    opened: 'Mercados abiertos por él',
    newest: 'Mercados más recientes',
    decidedOf: (all, yes, no) => `${all}: ${yes} Sí, ${no} No`,
    agrees: 'La pregunta dice lo que decide',
    contradict: (markets) => count(markets, { one: 'lo contradice', other: 'lo contradicen' }),
    smaller: 'Apostado al lado menor',
    none: 'nada',
    about:
      'Solo cuenta lo que otros apostaron en contra: quien crea un mercado puede inventar apuestas en un lado, pero no en ambos sin perder las comisiones.',
    question: 'Pregunta',
    smallerPool: 'Bote menor',
    questions: { yes: 'dice lo que decide', no: 'lo contradice', unread: 'nadie puede saberlo' },
  },
}
