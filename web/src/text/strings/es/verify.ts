// Spanish text of the page that checks a decision.

import type { verify as english } from '../en/verify.ts'

export const verify: typeof english = {
  brand: 'Predicciones',
  title: 'Comprueba tú la decisión',
  lead: 'Tu navegador lee las transacciones de este mercado en un nodo de la cadena y lo decide de nuevo con las mismas reglas. A este sitio solo se le pregunta cuáles son.',
  back: 'Volver al mercado',
  node: 'Nodo al que preguntar',
  nodeAbout: 'Cualquier nodo de Solana: https, o http en 127.0.0.1. Mejor uno que no sea de este sitio.',
  notAllowed: 'Debe ser una dirección con https://, o http://127.0.0.1 en tu propio equipo.',
  check: 'Comprobar',
  checking: 'Comprobando…',
  noNode: 'Este sitio no indica ningún nodo público: escribe uno arriba.',
  noId: 'La dirección de esta página no contiene el id de un mercado.',
  unreachable: (why) => `No se pudo leer el nodo: ${why}`,
  offline: 'Este sitio no respondió. Revisa tu conexión y vuelve a cargar la página.',
  decision: 'La decisión en la cadena:',
  outcomes: { Yes: 'Sí', No: 'No', none: 'Nulo: se devuelven todas las apuestas' },
  result: {
    right: [
      'Correcto: todos los pasos coinciden',
      'La regla, la prueba y los importes de la cadena llevan a esta decisión.',
    ],
    wrong: [
      'Incorrecto: un paso no coincide',
      'Lo que dice el paso en rojo no es lo que dicen la cadena y la regla. Este sitio o el nodo se equivoca.',
    ],
    unchecked: [
      'Ningún paso discrepa, pero no se pudieron comprobar todos',
      'La cadena ya no lo tiene todo, o este nodo no lo muestra. Puede que otro sí.',
    ],
    transactions: [
      'Este nodo no puede saberlo',
      'No tiene esa transacción: la mayoría de los nodos guardan solo unos días. Eso no dice nada sobre la decisión. Pregunta a un nodo con todo el historial.',
    ],
    market: [
      'Este nodo no conoce ese mercado',
      'No tiene ninguna cuenta ni transacción suya. Puede que la dirección de esta página sea incorrecta.',
    ],
    decision: ['Aún sin decidir', 'El mercado sigue abierto: no hay ninguna decisión que comprobar.'],
  },
  marks: { ok: 'correcto', bad: 'incorrecto', unknown: 'no se sabe' },
  steps: {
    heading: 'Pasos',
    of: {
      transactions: [
        'Las transacciones existen',
        'Tuvieron éxito, y el propio programa creó y decidió el mercado.',
      ],
      answer: [
        'Este sitio dice lo mismo',
        'Su respuesta se compara con la cadena, y no se usa para nada más.',
      ],
      account: ['La cuenta del mercado coincide', 'Lo que contiene ahora es lo que dicen las transacciones.'],
      reference: [
        'El primer precio es correcto',
        'El precio desde el que se mide el cambio, leído de nuevo.',
      ],
      evidence: [
        'La prueba respalda la respuesta',
        'El precio o las firmas que se mostraron al programa, leídos de nuevo. De una cuenta, solo lo que leyó el programa.',
      ],
      rule: [
        'La regla da esta respuesta',
        'Decidido de nuevo con la prueba, según el segundo y los términos del mercado.',
      ],
      lateStakes: ['Las apuestas tardías son correctas', 'Las de los últimos periodos, que se devuelven.'],
      payouts: [
        'Los importes son correctos',
        'Ganador, devoluciones y comisiones, calculados de nuevo con las apuestas.',
      ],
    },
  },
  trusted: 'Lo que ningún paso puede demostrar',
}
