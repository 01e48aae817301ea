// Spanish text around every view: header, footer, notices, the choice of a wallet, and sending transactions.

import type { shell as english } from '../en/shell.ts'

export const shell: typeof english = {
  skip: 'Saltar al contenido',
  offline: 'Se interrumpieron las novedades en directo. Reconectando…',
  unknownAddress: 'No hay nada en esta dirección',
  dismiss: 'Descartar',

  views: {
    markets: 'Mercados',
    wallet: 'Cartera',
    leaderboard: 'Clasificación',
    burns: 'Quemas',
    new: 'Preguntar',
    activity: 'Actividad',
    developers: 'Desarrolladores',
  },

  header: {
    main: 'Principal',
    localnet: 'localnet',
    yourWallet: 'Tu monedero:',
  },

  footer: {
    localnet: 'Una red local: los mercados, los precios y el dinero son de juguete.',
    chain: 'El programa en Solana guarda lo apostado y decide. Esta página no guarda nada.',
    more: 'Más',
    api: 'API',
    language: 'Idioma',
  },

  notices: {
    decided: (side) => `Decidido: ganó ${side}.`,
    paid: (amount) => `Has cobrado ${amount}.`,
    refunded: (amount) => `Se te han devuelto ${amount}.`,
  },

  wallets: {
    confirm: 'Confírmalo en el monedero…',
    installed: 'Instalado en este navegador',
    burner: 'Monedero desechable',
    burnerAbout: 'Una clave para dinero ficticio, guardada en este navegador. No hay que instalar nada.',
    none: 'No se ha encontrado ningún monedero de Solana en este navegador. Instala uno compatible con Wallet Standard, como Phantom, Solflare o Backpack, y vuelve a cargar la página.',
    keys: 'La página nunca ve la clave de un monedero instalado. Cada apuesta es una transacción que tú firmas.',
    noAccount: (name) =>
      `${name} no muestra ninguna cuenta: desbloquéalo, autoriza esta página y vuelve a intentarlo`,
    unsigned: (name) => `${name} no firmó`,
    noEd25519:
      'Este navegador no puede firmar con un monedero desechable. Hace falta Chrome 137, Firefox 129, Safari 17 o uno más nuevo, y abrir la página por https o en este equipo (127.0.0.1).',
    stopped: 'No se ha enviado nada. Si tu monedero sigue preguntando, recházalo allí.',
  },

  sending: {
    building: 'Preparando…',
    signing: 'Firmando…',
    signingInWallet: 'Firma la transacción en tu monedero…',
    confirming: 'Confirmando en la cadena…',
    signingIn: 'Inicia sesión con tu monedero, una sola vez…',
    keyName: 'Esta página',
    noAnswer: 'El servidor no responde. Comprueba tu conexión y vuelve a intentarlo.',
    mayHaveArrived:
      'El servidor no responde y puede que la transacción haya llegado. Mira la página de tu monedero antes de volver a intentarlo.',
    failed: 'La transacción falló.',
    expired: 'La transacción caducó antes de confirmarse. No se ha pagado nada; vuelve a intentarlo.',
    unconfirmed:
      'La transacción aún no está confirmada. Mira la página de tu monedero antes de volver a intentarlo: todavía puede llegar.',
  },
}
