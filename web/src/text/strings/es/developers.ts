// Spanish text of the page for developers: bankroll, API keys, delegates, webhooks.

import type { developers as english } from '../en/developers.ts'
import { parts } from '../parts.ts'

export const developers: typeof english = {
  lead: (api) =>
    parts`Todo lo de esta página es una llamada a la ${api}. Un programa apuesta por ti con una clave, con dinero que has apartado, dentro de los límites que impone el programa en la cadena.`,
  samples: { heading: 'Código para empezar', copy: (name) => `Copiar el código para ${name}` },
  noWallet: 'Cada monedero tiene su banca, sus claves y sus webhooks.',

  access: {
    heading: 'Banca y claves de API',
    about: 'Tu monedero firma dos peticiones, que no mueven nada, para demostrar que son tuyas.',
    show: 'Mostrar la banca y las claves de API',
  },

  bankroll: {
    heading: 'Banca',
    about:
      'Dinero que apartas para apostar: para tus apuestas, con «Pagar desde tu banca», y para las de las claves de API, dentro de los límites que impone el programa. Lo ganado va a tu monedero. Solo tú puedes retirar, cuando quieras.',
    held: (currency) => `${currency} en la banca`,
    deposited: (amount) => `${amount} ya están en tu banca.`,
    withdrawn: (amount) => `${amount} han vuelto a tu monedero.`,
    moreThanZero: 'El importe debe ser mayor que 0.',
    move: 'Mover dinero',
    amount: 'Importe que mover',
    currency: 'Moneda que mover',
    deposit: 'Ingresar',
    withdraw: 'Retirar',
    tooLow: (reason) => `${reason} Retira eso o menos.`,
  },

  keys: {
    heading: 'Claves de API',
    about: (api) =>
      parts`Una clave sustituye a tu firma en las peticiones a la ${api}. No firma ninguna transacción de tu monedero: no puede gastar nada más que lo que le permitas apostar de tu banca.`,
    name: 'Nombre',
    may: 'Puede',
    scopes: {
      read: 'leer tus resultados y tu banca',
      build: 'preparar apuestas y mercados para que los firmes',
      bet: 'apostar desde tu banca, dentro de los límites que fijes',
    },
    issued: 'Tu nueva clave. Cópiala ahora: no se vuelve a mostrar.',
    copy: 'Copiar la clave',
    new: 'Nueva clave de API',
    newName: 'Nombre de una clave nueva',
    placeholder: 'bot de apuestas',
    theKeyMay: 'La clave puede',
    issue: 'Emitir una clave',
    chooseOne: 'Elige al menos una cosa que pueda hacer.',
    none: 'Aún no hay claves.',
    revoke: 'Revocar',
    revokeKey: (name) => `Revocar ${name}`,
    revoked: 'revocada',
    expired: 'caducada',
  },

  delegates: {
    heading: 'Claves que pueden apostar',
    about: (scope) =>
      parts`Una clave necesita el permiso ${scope} y unos límites que firmas en tu banca. Cada apuesta toma de ahí su importe, el alquiler de una posición nueva y una comisión de red.`,
    key: 'Clave',
    perBet: 'Por apuesta, máximo',
    spent: 'Gastado, de',
    change: 'Cambiar',
    foreign: 'clave de otra pasarela',
    allowed: (name) => `${name} ya puede apostar desde tu banca.`,
    ended: (name) => `${name} ya no puede apostar desde tu banca.`,
    issueFirst: 'Emite arriba una clave con el permiso bet; después fija aquí sus límites.',
    renew: 'Renovar',
    renewKey: (name) => `Renovar ${name}`,
    end: 'Terminar',
    endKey: (name) => `Terminar ${name}`,
    limits: 'Límites de una clave',
    days: { '7': 'en una semana', '1': 'mañana', '30': 'en 30 días', '90': 'en 90 días' },
    inOneBet: (currency) => `${currency} por apuesta`,
    inAll: (currency) => `${currency} en total`,
    counting:
      'Lo que una clave ha gastado sigue contando cuando la renuevas: «en total» es la suma a la que puede llegar, que en SOL incluye alquileres y comisiones de red.',
    letBet: 'Permitir que apueste',
  },

  webhooks: {
    heading: 'Webhooks',
    about:
      'Los eventos en directo como peticiones POST a un servidor tuyo, firmadas según Standard Webhooks.',
    address: 'Dirección',
    events: 'Eventos',
    actions: 'Acciones',
    secret: 'El secreto que firma sus peticiones. Cópialo ahora: no se vuelve a mostrar.',
    copy: 'Copiar el secreto',
    newAddress: 'Dirección de un webhook nuevo',
    placeholder: 'https://example.com/eventos',
    ownOnly: 'Solo eventos de tu monedero',
    add: 'Añadir un webhook',
    none: 'Aún no hay webhooks.',
    all: 'todos',
    ofOneWallet: (types) => `${types} de un monedero`,
    statuses: { active: 'activo', failing: 'con fallos', disabled: 'desactivado' },
    delete: 'Eliminar',
  },
}
