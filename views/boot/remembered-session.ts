import { Person, Workspace } from '../../contract/session/session.ts'
import type { RememberedSession } from '../../machines/session/session.machine.ts'

const NAME = 'assay:session'

/** The user who was signed in on this device last, for visits that find no server. It holds no token and opens nothing. */
export const recallSession = (): RememberedSession | null => {
  try {
    const known = localStorage.getItem(NAME)
    // Checked first: throwing an error makes the browser parse the whole script once more to locate it.
    if (known === null) return null
    const { person, workspace } = JSON.parse(known) as Record<string, unknown>
    return { person: Person.parse(person), workspace: Workspace.parse(workspace) }
  } catch {
    return null
  }
}

export const rememberSession = ({ person, workspace }: RememberedSession): void => {
  try {
    localStorage.setItem(NAME, JSON.stringify({ person, workspace }))
  } catch {
    // Full or forbidden storage only costs visits without a server.
  }
}

export const forgetSession = (): void => {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Then nothing was remembered either.
  }
}
