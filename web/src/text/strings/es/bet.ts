// Spanish text of the bet form, and of the rules of late stakes.

import type { bet as english } from '../en/bet.ts'
import { parts } from '../parts.ts'

export const bet: typeof english = {
  heading: 'Haz una apuesta',
  ofQuote: (percent) => `el ${percent} de lo previsto`,
  anyPayout: 'cualquier pago',
  payers: { wallet: 'tu monedero', bankroll: 'tu banca' },
  available: {
    wallet: (amount) => `de ${amount} en tu monedero`,
    bankroll: (amount) => `de ${amount} en tu banca`,
  },
  holds: {
    wallet: (amount) => `Tu monedero tiene ${amount}.`,
    bankroll: (amount) => `Tu banca tiene ${amount}.`,
  },
  confirmed: (side) => `Tu apuesta a ${side} está confirmada.`,
  atLeast: (amount) => `al menos ${amount}`,
  smallest: (amount) => `La apuesta mínima es de ${amount}.`,
  half: 'Mitad',
  max: 'Máximo',
  typeStake: (side) => `Escribe un importe para ver cuánto paga ${side}.`,
  fillBankroll: 'Añade dinero a tu banca',
  bet: (amount, side) => `Apostar ${amount} a ${side}`,
  betOn: (side) => `Apostar a ${side}`,
  details: 'Detalles',
  accept: 'Aceptar al menos',
  payFrom: 'Pagar desde',
  about:
    'Si las cuotas se mueven más de lo que aceptas antes de que llegue la apuesta, se rechaza. Lo apostado queda bloqueado hasta que se decida el mercado; las apuestas posteriores cambian el pago, al alza o a la baja.',
  side: 'Lado',
  moved: (reason) => `Las cuotas se han movido. ${reason} Apuesta otra vez al nuevo pago, o acepta menos.`,
  bankrollLow: (reason) => `${reason}. Añádele más dinero, o apuesta menos.`,
  closed: 'Las apuestas están cerradas',
  paused: 'Por el momento no se admiten apuestas en ningún mercado. Las decisiones y los pagos siguen.',
  closedAbout: (time) =>
    parts`El mercado se decide a partir de su vencimiento: ${time}. Los ganadores cobran automáticamente.`,
  anyMoment: 'en cualquier momento',

  ticket: {
    youGet: (side) => parts`Si sale ${side}, recibes`,
    youLose: (side) => parts`Si sale ${side}, pierdes`,
    if: (side) => parts`Si sale ${side}`,
    back: (amount) => parts`${amount} de vuelta`,
    partBack: (amount) => parts`${amount} de ello de vuelta`,
    before: (side, time) => `${side} antes de las ${time}`,
    stakeBack: 'se te devuelve',
    paid: 'Pago',
    paidAt: (time) => `${time}, en segundos`,
    paidBy: (time) => `${time} o poco después, antes si se sabe la respuesta`,
    costs: 'Costes aparte',
    fee: (fee) => parts`al menos ${fee} para la red`,
    costsOf: (reward, deposit) => parts`, ${reward} por el pago, y ${deposit} de depósito, que se devuelve`,
    nobody: (side) => `Nadie ha apostado a ${side}.`,
    alone: (nobody) =>
      parts`${nobody} No ganas nada hasta que alguien lo haga, y si nadie lo hace se te devuelve lo apostado.`,
    moves: (least, most) =>
      parts`Las apuestas posteriores mueven el pago: de ${least} a ${most} si entra otro tanto en un lado.`,
    least: (amount) => parts`Nunca menos de ${amount} al llegar, o se rechaza.`,
  },

  rules: {
    early: 'Se decide en cuanto se conoce la respuesta, como muy tarde tras el vencimiento.',
    atExpiry: 'Se decide por el valor al vencer. Nada de lo que pase antes cuenta.',
    neverLate: 'Aquí ninguna apuesta llega tarde: la respuesta no se sabe antes de que cierren las apuestas.',
    lateness: (period) =>
      `Una apuesta cuenta cuando ha pasado un periodo de apuestas entero (${period}) después del suyo. Si la respuesta llega antes, la apuesta es tardía y se devuelve entera, en ambos lados: ni gana ni pierde.`,
    takenBack: 'Quien creó el mercado lo retiró antes de que nadie apostara.',
    unmatched: (side) =>
      `La respuesta fue ${side}, pero ninguna apuesta a ese lado contaba, así que se devuelve todo lo apostado.`,
    unproven: 'Nadie pudo probar una respuesta a tiempo, así que se devuelve todo lo apostado.',
    noOpponent:
      'No encontró rival: se pierde como mucho una proporción fija del lado ganador, y el resto se devuelve.',
    wasLate: (period) =>
      `Llegó tarde: se hizo cuando la respuesta ya se sabía, o menos de un periodo de apuestas entero (${period}) antes. Las apuestas tardías se devuelven enteras, sin comisión.`,
  },

  deciders: {
    pyth: {
      badge: 'Precio de Pyth',
      about: 'Lo decide un precio firmado por Pyth, y el programa comprueba la firma.',
    },
    accounts: {
      badge: 'Cuenta en la cadena',
      about: 'El programa lee él mismo las cuentas; nadie comunica la respuesta.',
    },
    attestors: {
      badge: 'Certificadores',
      about: 'Certificadores independientes firman lo que vieron, y el programa cuenta sus firmas.',
    },
    quorum: (threshold, total) => `${threshold} de ${total} certificadores`,
    quorumAbout: (threshold, total) =>
      `Certificadores independientes firman lo que vieron, y el programa cuenta sus firmas: deben coincidir ${threshold} de ${total}.`,
  },
}
