import { listSuites } from '../../../contract/cases/suites.ts'
import { structureOf, type Structure } from '../../../machines/cases/repository-layout.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'

const NO_SUITES: Structure = { suites: [], byId: new Map(), total: 0 }

/** Suites of the project for a picker; empty while loading. */
export const useStructure = (): Structure => {
  const { key } = useProject()
  const { send } = useApplication()
  const { value } = useResource(async () =>
    structureOf((await send(listSuites, { params: { projectKey: key } })).items, null),
  )
  return value ?? NO_SUITES
}
