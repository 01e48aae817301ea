// Spanish text of the list of markets, its rail and its rounds.

import type { markets as english } from '../en/markets.ts'
import { parts } from '../parts.ts'

export const markets: typeof english = {
  intro: {
    heading: 'Apuesta Sí o No. Decide una prueba.',
    lead: 'Los ganadores se reparten el bote perdedor. Nadie fija las cuotas ni tiene que pagarte a mano.',
    steps: (fee) => [
      ['Elige un lado.', 'Apuesta 0,1 SOL al Sí.'],
      ['Llega la prueba.', 'Un precio firmado, una cuenta, o certificadores que coinciden.'],
      [
        '¿Aciertas?',
        `Recuperas 0,1 y una parte del otro lado, menos un ${fee} de ella. ¿Fallas? Pierdes 0,1.`,
      ],
    ],
    justPaid: 'Recién pagado',
    justDecided: 'Recién decidido',
  },
  topic: 'Tema',
  topics: {
    trending: 'Tendencia',
    today: 'Acaban hoy',
    new: 'Nuevos',
    crypto: 'Cripto',
    tokens: 'Memecoins',
    launches: 'Lanzamientos',
    world: 'Mundo',
  },
  status: 'Estado',
  statuses: { open: 'Abiertos', resolved: 'Decididos', void: 'Nulos', all: 'Todos' },
  show: 'Mostrar',
  search: 'Buscar preguntas',
  noMatch: 'Ningún mercado coincide',
  tryOther: (button) => parts`Prueba con otras palabras, o ${button('muestra todos los mercados')}`,
  none: 'Aún no hay mercados aquí',
  askFirst: 'Haz la primera pregunta',
  by: (time) => `hasta el ${time}`,
  at: (time) => `el ${time}`,
}
