import { Project } from '../../contract/projects/projects.ts'

const nameOf = (personId: number, projectKey: string) => `assay:project:${personId}:${projectKey}`

const lastNameOf = (personId: number) => `assay:last-project:${personId}`

/** What this browser last knew of a project, for the person who asked. */
export const recallProject = (personId: number, projectKey: string): Project | null => {
  try {
    const known = localStorage.getItem(nameOf(personId, projectKey))
    // Asked first: an error, caught or not, costs a first visit another parse of the application's code.
    return known === null ? null : Project.parse(JSON.parse(known))
  } catch {
    return null
  }
}

/** The project that the person opened last in this browser. */
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
    // A full or forbidden storage costs the head start, nothing else.
  }
  return project
}
