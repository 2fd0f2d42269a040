import { Person, Workspace } from '../../contract/session/session.ts'
import type { RememberedSession } from '../../machines/session/session.machine.ts'

const NAME = 'assay:session'

/** Who was signed in on this device last, for a visit that finds no server. Nothing in it opens anything: there is no token. */
export const recallSession = (): RememberedSession | null => {
  try {
    const known = localStorage.getItem(NAME)
    // Asked first: to tell where an error was thrown, a browser parses the whole script anew, and on a first visit that is all it does.
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
    // A full or forbidden storage costs the visit without a server, nothing else.
  }
}

export const forgetSession = (): void => {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Nothing could be remembered either.
  }
}
