// Spanish text of the page that explains how a market works.

import type { how as english } from '../en/how.ts'

export const how: typeof english = {
  lead: 'Cada mercado hace una pregunta con dos respuestas. Lo apostado va a dos botes, una prueba decide, y los ganadores se reparten el bote perdedor.',

  example: {
    heading: 'Una apuesta en cifras',
    pools: 'Apostado al Sí y al No',
    poolsOf: (yes, no) => `${yes} y ${no}`,
    stake: 'Tú apuestas al Sí',
    shared: (fee) => `Si gana el Sí, se reparte el bote perdedor menos un ${fee}`,
    share: (stake, pool) => `Tu parte, ${stake} de ${pool}`,
    paid: 'Cobras',
    ifNo: 'Si gana el No',
    lost: (stake) => `pierdes tu ${stake}`,
    odds: 'Nadie fija las cuotas: son las partes de los dos botes. Las apuestas posteriores a la tuya cambian lo que paga, al alza o a la baja, hasta que se cierran las apuestas.',
  },

  who: {
    heading: 'Quién decide',
    proofs: 'Cada mercado dice cuál de tres pruebas lo decide:',
    shown:
      'Un mercado decidido muestra su prueba paso a paso. Si nadie puede probar una respuesta a tiempo, se devuelve entero todo lo apostado.',
  },

  late: {
    heading: 'Apuestas que llegan demasiado tarde',
    about:
      'Quien ya sabe la respuesta no debe apostar por ella. En los mercados que pueden decidirse antes, una apuesta cuenta cuando ha pasado un periodo de apuestas entero después del suyo. Si la respuesta llega antes, la apuesta se devuelve sin comisión: ni gana ni pierde.',
  },

  fees: {
    heading: 'Comisiones',
    about: (burned, developer) =>
      `Solo paga lo apostado al lado perdedor: ${burned} se quema y ${developer} va al desarrollador. Tu primera apuesta en un mercado requiere además un pequeño depósito de SOL, que vuelve cuando cobras, y una recompensa para quien te paga. El formulario de apuesta muestra ambos.`,
  },

  risks: {
    heading: 'Riesgos',
    list: [
      'Puedes perder todo lo apostado. Queda bloqueado hasta que se decida el mercado.',
      'El pago solo se conoce cuando se cierran las apuestas: las posteriores comparten contigo el bote perdedor.',
      'Quien controla lo que se mide, como la oferta de un token, puede moverlo.',
      'Se confía en que los certificadores respondan la verdad, mientras lo haga un quórum de ellos.',
      'Un programa puede tener errores.',
    ],
  },
}
