// Spanish text of the page that opens a market. The question itself is always in English, which the gateway reads.

import type { builder as english } from '../en/builder.ts'

export const builder: typeof english = {
  lead: 'Escribe lo que quieres preguntar, y lee qué lo decide antes de firmar.',
  more: 'Cambiar los detalles',

  words: {
    label: 'Con tus palabras (en inglés)',
    reading: 'Leyendo…',
    attestors: 'Que lo decidan certificadores',
  },

  subject: {
    about: 'Sobre',
    asset: 'Activo',
    price: (symbol, price) => `${symbol} está ahora en ${price}`,
    allAssets: 'Todos los activos',
    mint: 'Dirección de su emisión (mint)',
    event:
      'La responden certificadores independientes, y deben coincidir más de dos tercios. Pregunta algo que cualquiera pueda consultar.',
  },

  value: {
    yesIf: 'Sí, si',
    moves: {
      risesAbove: 'sube por encima de',
      fallsBelow: 'baja por debajo de',
      endsAbove: 'al final está por encima de',
      endsBelow: 'al final está por debajo de',
      risesTo: 'sube hasta',
      fallsTo: 'baja hasta',
      endsAtLeast: 'al final es al menos',
      endsAtMost: 'al final es como máximo',
    },
    change: 'ha subido o bajado',
    value: 'Valor',
    byAtLeast: 'Al menos un',
    direction: 'Dirección',
    up: 'sube',
    down: 'baja',
  },

  when: {
    from: 'Desde',
    to: 'Hasta',
    ends: 'Acaba',
    endsBeforeFirst: 'Las apuestas se cierran antes de conocerse el primer precio.',
    endsAtBeforeFirst: (time) => `Las apuestas se cierran el ${time}, antes de conocerse el primer precio.`,
    bettingEnds: 'Las apuestas se cierran',
    closings: { half: 'A mitad de tiempo', latest: 'Lo más tarde posible', own: 'A la hora que elijas' },
    time: 'Hora',
    halfTime:
      'Se propone la mitad del tiempo: quien espera más ve venir la respuesta y gana a quien apuesta pronto.',
  },

  stake: {
    betsIn: 'Apuestas en',
    first: 'Tu primera apuesta',
    side: 'Lado de tu primera apuesta',
  },

  missing: {
    question: 'Escribe la pregunta.',
    value: 'Indica un valor.',
    times: 'Elige las horas.',
  },

  fixes: {
    noStake: 'Abrirlo sin apostar',
    measurable: 'Esto no necesita certificadores: se puede medir.',
    measure: 'Que se mida',
    dayLater: 'Un día más tarde',
    inAnHour: 'Dentro de una hora',
    longest: 'El plazo más largo posible',
    inADay: 'Dentro de 1 día',
    supply: 'Preguntar por su oferta',
    take: (symbol) => `Usar ${symbol}`,
    stake: (amount) => `Apostar ${amount}`,
  },

  summary: {
    label: 'Tu pregunta',
    another: 'Abrir otro',
    review: 'Revisar y firmar',
    same: 'Ya abierto',
    ends: (time) => `acaba el ${time}`,
  },

  preview: {
    heading: '¿Es esto lo que quieres decir?',
    lead: 'La gente apuesta por esta frase, y nadie puede cambiarla después.',
    fees: 'Comisiones, de lo apostado al lado perdedor',
    feesOf: (burned, developer) => `${burned} se quema, ${developer} para el desarrollador`,
    stakeOn: (side) => `Tu apuesta a ${side}`,
    besides: 'Además de la apuesta, pagas',
    purpose: 'decidirlo y cerrarlo',
    opening: 'Abriendo…',
    open: 'Firmar y abrir el mercado',
    change: 'Cambiarla',
    opened: 'Tu mercado está abierto.',
  },
}
