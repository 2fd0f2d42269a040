import { Project } from '../../contract/projects/projects.ts'

const nameOf = (personId: number, projectKey: string) => `assay:project:${personId}:${projectKey}`

const lastNameOf = (personId: number) => `assay:last-project:${personId}`

/** The last known state of a project in this browser, per user. */
export const recallProject = (personId: number, projectKey: string): Project | null => {
  try {
    const known = localStorage.getItem(nameOf(personId, projectKey))
    // Checked first: throwing an error, even a caught one, makes the browser parse the application's code once more.
    return known === null ? null : Project.parse(JSON.parse(known))
  } catch {
    return null
  }
}

/** The project that the user opened last in this browser. */
export const recallLastProject = (personId: number): string | null => {
  try {
    return localStorage.getItem(lastNameOf(personId))
  } catch {
    return null
  }
}

export const rememberProject = (personId: number, project: Project): Project => {
  try {
    localStorage.setItem(nameOf(personId, project.key), JSON.stringify(project))
    localStorage.setItem(lastNameOf(personId), project.key)
  } catch {
    // Full or forbidden storage only costs the faster start.
  }
  return project
}
