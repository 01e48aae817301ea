// Spanish text of the list of markets, its rail and its rounds.

import type { markets as english } from '../en/markets.ts'

export const markets: typeof english = {
  heading: '¿Qué va a pasar?',
  steps: {
    pick: (bold) => [bold('1 Elige un lado.'), ' Tu apuesta se suma a su bote.'],
    proof: (bold) => [bold('2 Decide una prueba.'), ' Un precio, una cuenta o certificadores; nadie vota.'],
    share: (bold, fee) => [
      bold('3 Los ganadores se reparten el bote perdedor'),
      `, menos un ${fee}, y cobran en segundos.`,
    ],
  },
  kind: 'Tipo',
  status: 'Estado',
  statuses: { open: 'Abiertos', resolved: 'Decididos', void: 'Nulos', all: 'Todos' },
  allCurrencies: 'todas',
  sortBy: 'Ordenar por',
  sorts: {
    expiring: 'los que acaban pronto',
    newest: 'los más nuevos',
    trending: 'tendencia',
    volume: 'los más apostados',
  },
  search: 'Buscar preguntas',
  noMatch: 'Ningún mercado coincide',
  tryOther: (button) => ['Prueba con otras palabras, o ', button('muestra todos los mercados')],
  none: 'Aún no hay mercados aquí',
  askFirst: 'Haz la primera pregunta',
  by: (time) => `antes del ${time}`,
  at: (time) => `el ${time}`,

  rail: {
    label: 'Lo que pasa ahora',
    own: 'Tus posiciones',
    noneOpen: 'Ninguna abierta.',
    live: 'En directo',
    allActivity: 'Toda la actividad',
    noBets: 'Las apuestas aparecen aquí según se hacen.',
    decided: (side) => `Decidido: ${side}`,
    justDecided: 'Recién decididos',
    nothing: 'Nada todavía.',
  },

  rounds: {
    label: 'Rondas',
    of: (symbol) => `Rondas de ${symbol}`,
    title: (symbol, duration) => `${symbol} sube o baja, ${duration}`,
    from: (price) => `desde ${price} ahora`,
    sides: { Yes: 'Sube', No: 'Baja' },
    results: (results) => `Últimos resultados, el más reciente primero: ${results}`,
    noResults: 'Aún no hay resultados',
  },
}
