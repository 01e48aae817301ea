// Spanish text of one market: its head, chart, tabs and decision.

import type { market as english } from '../en/market.ts'
import { parts } from '../parts.ts'

export const market: typeof english = {
  none: 'No existe tal mercado',
  noneAbout: 'Puede que su identificador esté mal escrito, o que nadie apostara y quien lo creó lo retirara.',
  more: 'Más sobre este mercado',
  tabs: { bets: 'Apuestas', holders: 'Apostantes', rules: 'Reglas' },
  unanswered:
    'Los certificadores de esta instalación no responden a eventos: nadie podría decidir una apuesta, así que no se ofrece ninguna.',
  share: 'Compartir',
  stakedOn: (side) => `Apostado a ${side}`,
  closed: 'cerrado',
  chips: { open: 'abierto', cancelled: 'cancelado' },
  related: (subject) => `Más sobre ${subject}`,

  bets: {
    more: 'Ver más apuestas',
    none: 'Nadie ha apostado todavía. La primera apuesta fija las cuotas.',
    stayedNone: 'Nadie ha apostado aquí.',
  },
  on: (side) => `A ${side}`,

  chart: {
    heading: 'Cuotas y valor medido a lo largo del tiempo',
    range: 'Periodo',
    ranges: { '1h': '1 h', '6h': '6 h', '1d': '1 d', '1w': '1 sem', all: 'Todo' },
    empty: 'Las cuotas empiezan cuando hay una apuesta en cada lado.',
    stayedEmpty: 'No hubo cuotas: las habrían fijado apuestas en ambos lados.',
    still: (share, side) =>
      `Las cuotas no se han movido desde que hay apuestas en ambos lados: ${share} ${side}.`,
    toTarget: (change) => `${change} hasta el objetivo`,
    target: 'Objetivo',
    cursor: 'Cuotas y valor medido en un momento',
    odds: (side, start, end, least, most) =>
      `Cuota de ${side} a lo largo del tiempo: de ${start} a ${end}, entre ${least} y ${most}`,
    value: (name, value, target) => `${name} está en ${value}, el objetivo es ${target}`,
  },

  decision: {
    decidedAt: (time) => parts`Decidido el ${time}`,
    paid: (currency, side, ratio) =>
      parts`Por cada ${currency} apostado a ${side} se pagan ${ratio} ${currency}.`,
    late: (side) => `Apuestas tardías a ${side}, devueltas`,
    noOpponent: (side) => `Apuestas a ${side} sin rival, devueltas`,
    forBurning: 'Para quemar',
    burned: 'Quemado',
    developer: 'Para el desarrollador',
    verify: 'Compruébalo tú',
  },

  facts: {
    heading: 'Sobre este mercado',
    opened: 'Abierto',
    staked: 'Apostado en total',
    feesOf: (burned, developer) =>
      `${burned} se quema y ${developer} va al desarrollador, de lo apostado al lado perdedor`,
    period: 'Periodo de apuestas',
    reward: 'Decidirlo paga',
    askedBy: 'Creado por',
    token: 'Token',
    copyToken: 'Copiar la dirección del token',
    id: 'Identificador del mercado',
    copyId: 'Copiar el identificador del mercado',
  },

  own: {
    heading: 'Tu posición',
    ifSide: (side) => `Si sale ${side}`,
    later: (side) => `${side} después`,
    countsIn: (duration) => `cuenta en ${duration}`,
    countsFrom: (time) => `${time} cuenta`,
    endsAt: (time) => `${time} acaba`,
    whyWait: 'La espera impide que apueste quien ya ha visto la respuesta.',
    paid: 'Has cobrado',
    toBePaid: 'Vas a cobrar',
    cameBack: 'Se te ha devuelto',
    comingBack: 'Se te va a devolver',
    profit: 'Tu ganancia',
    won: (gain, ago) => parts`Has ganado ${gain}, pagado ${ago}`,
    again: 'Apostar otra vez',
    share: 'Compartir tu acierto',
    lost: 'Ganó el otro lado: lo apostado fue para los ganadores.',
    automatic: 'Se paga automáticamente, normalmente en segundos.',
    transaction: 'Pagado con la transacción',
  },

  rule: {
    heading: 'Qué lo decide',
    askedBy: (creator) => parts`Creado por ${creator}: mira cómo acabaron sus otros mercados.`,
  },

  progress: {
    yesIf: {
      above: (side, target) => `${side}, si supera ${target}`,
      atLeast: (side, target) => `${side}, si es al menos ${target}`,
      below: (side, target) => `${side}, si está por debajo de ${target}`,
      atMost: (side, target) => `${side}, si es como máximo ${target}`,
    },
    met: 'Se cumple en este momento.',
  },

  terms: {
    heading: 'Qué apuestas llegarían tarde',
    warning:
      'En un bote, quien apuesta más tarde sabe más, sean cuales sean las reglas: ayuda cerrar pronto las apuestas. Y quien controla lo que se mide todavía puede moverlo.',
  },

  watch: {
    on: 'Se te avisará',
    off: 'Avísame cuando se decida',
    byBrowser:
      'Con una notificación de este navegador, mientras esta página siga abierta en una de sus pestañas.',
    byPage:
      'Con un mensaje en esta página, mientras siga abierta: este navegador no muestra notificaciones de ella.',
  },

  proof: {
    heading: 'La prueba, paso a paso',
    fixed: 'Se fijó la regla',
    fixedAbout: (time) =>
      parts`${time}. La regla de arriba quedó escrita en la cuenta del mercado, para siempre.`,
    startedFrom: (value) => `Partió de ${value}`,
    recorded: 'Se registró el estado al vencer',
    observed: {
      met: 'Observado: se cumple',
      notMet: 'Observado: no se cumple',
      valueMet: (value) => `Observado ${value}: se cumple`,
      valueNotMet: (value) => `Observado ${value}: no se cumple`,
    },
    decided: (side) => `Decidido: ${side}`,
    decidedAbout: (time) => parts`${time}. El programa lo comparó con la regla y fijó los pagos.`,
    transaction: 'Transacción',
    slot: (slot) => `en el slot ${slot}`,
    sources: { price: 'Cuenta del precio', state: 'Cuentas', attestation: 'Firmado por' },
  },
}
