import { structureOf, type Structure } from '../../../machines/cases/repository-layout.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useCases } from '../../shared/cases/use-cases.ts'

const NO_SUITES: Structure = { suites: [], byId: new Map(), total: 0 }

/** Suites of the project for a picker; empty while loading. */
export const useStructure = (): Structure => {
  const { key } = useProject()
  const cases = useCases()
  const { value } = useResource(async () => structureOf((await cases.suites(key)).items, null))
  return value ?? NO_SUITES
}
