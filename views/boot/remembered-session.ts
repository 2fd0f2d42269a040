import { SignedInUser, Workspace } from '../../contract/session/session.ts'
import type { RememberedSession } from '../../machines/session/session.machine.ts'

const NAME = 'assay:session'

/** The user who was signed in on this device last, for visits that find no server. It holds no token and opens nothing. */
export const recallSession = (): RememberedSession | null => {
  try {
    const known = localStorage.getItem(NAME)
    // Checked first: throwing an error makes the browser parse the whole script once more to locate it.
    if (known === null) return null
    const { user, workspace } = JSON.parse(known) as Record<string, unknown>
    return { user: SignedInUser.parse(user), workspace: Workspace.parse(workspace) }
  } catch {
    return null
  }
}

export const rememberSession = ({ user, workspace }: RememberedSession): void => {
  try {
    localStorage.setItem(NAME, JSON.stringify({ user, workspace }))
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
