import { carina } from './carina.ts'
import { cypress } from './cypress.ts'
import type { Guide } from './guide.ts'
import { junit4 } from './junit4.ts'
import { junit5 } from './junit5.ts'
import { nightwatch } from './nightwatch.ts'
import { nunit } from './nunit.ts'
import { pytest } from './pytest.ts'
import { robot } from './robot.ts'
import { testng } from './testng.ts'
import { wdio } from './wdio.ts'

/** In display order. */
export const GUIDES: readonly Guide[] = [
  carina,
  testng,
  junit4,
  junit5,
  cypress,
  wdio,
  nightwatch,
  robot,
  pytest,
  nunit,
]
