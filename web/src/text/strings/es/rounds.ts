// Spanish text of rounds.

import type { rounds as english } from '../en/rounds.ts'
import { parts } from '../parts.ts'

export const rounds: typeof english = {
  label: 'Rondas',
  none: 'No existe tal serie de rondas',
  of: (symbol) => `Rondas de ${symbol}`,
  ask: (symbol, duration) => `¿Estará ${symbol} más alto en ${duration}?`,
  next: (time) => `Tu ronda empieza a las ${time}. Su precio inicial se toma entonces.`,
  soon: 'La próxima ronda se abre enseguida.',
  closes: 'Cierre de apuestas:',
  pool: (amount) => `${amount} en esta ronda, se pagan segundos después de acabar`,
  playing: 'En juego',
  yours: 'Tu ronda',
  leading: (side, start) => `Va ganando ${side}, desde ${start}`,
  chart: (asset) => `Precio de ${asset} en las últimas rondas`,
  noPrices: 'Los precios aparecen cuando se juega una ronda.',
  upTo: (amount) => parts`hasta ${amount}`,
  resultsHeading: 'Últimas rondas',
  results: (results) => `Últimos resultados, el más reciente primero: ${results}`,
  noResults: 'Aún no hay resultados',
  about: (duration, currency) =>
    `Una ronda compara dos precios, separados por ${duration}. Las apuestas en ${currency} acaban antes de que exista el primero.`,
  matched: 'Lo que no encuentra rival se devuelve: el formulario dice cuánto puedes perder.',
}
