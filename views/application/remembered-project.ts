import { Project } from '../../contract/projects/projects.ts'

const nameOf = (userId: number, projectKey: string) => `assay:project:${userId}:${projectKey}`

const lastNameOf = (userId: number) => `assay:last-project:${userId}`

/** The last known state of a project in this browser, per user. */
export const recallProject = (userId: number, projectKey: string): Project | null => {
  try {
    const known = localStorage.getItem(nameOf(userId, projectKey))
    // Checked first: throwing an error, even a caught one, makes the browser parse the application's code once more.
    return known === null ? null : Project.parse(JSON.parse(known))
  } catch {
    return null
  }
}

/** The project that the user opened last in this browser. */
export const recallLastProject = (userId: number): string | null => {
  try {
    return localStorage.getItem(lastNameOf(userId))
  } catch {
    return null
  }
}

export const rememberProject = (userId: number, project: Project): Project => {
  try {
    localStorage.setItem(nameOf(userId, project.key), JSON.stringify(project))
    localStorage.setItem(lastNameOf(userId), project.key)
  } catch {
    // Full or forbidden storage only costs the faster start.
  }
  return project
}
