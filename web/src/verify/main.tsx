// Recomputes the decision of a market from the chain: a page of its own, because it alone calls other servers than the
// gateway, and because its verifier is large.

import { render } from 'preact'
import { VerifyPage } from './verify.tsx'
import { chosen } from './words.ts'

const id = decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
const page = document.getElementById('page')
document.documentElement.lang = chosen
if (page) render(<VerifyPage id={id} />, page)
