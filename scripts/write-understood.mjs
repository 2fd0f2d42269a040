// Writes docs/reports.md, the page about imported reports, from the tables of the formats: node scripts/write-understood.mjs.
import { writeFileSync } from 'node:fs'
import { understoodPage } from './understood.ts'

writeFileSync(new URL('../docs/reports.md', import.meta.url), understoodPage())
