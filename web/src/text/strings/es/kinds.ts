// Spanish names of what markets measure.

import type { kinds as english } from '../en/kinds.ts'

export const kinds: typeof english = {
  price: { label: 'Precio', unit: 'USD', fact: null },
  change: { label: 'Variación', unit: 'USD', fact: null },
  marketCap: { label: 'Capitalización', unit: 'USD', fact: null },
  supply: { label: 'Oferta', unit: 'tokens', fact: null },
  holders: { label: 'Titulares', unit: 'titulares', fact: null },
  migration: { label: 'Migración', unit: 'migraciones', fact: ['Aún no ha migrado.', 'Ya ha migrado.'] },
  event: { label: 'Evento', unit: 'eventos', fact: null },
}
