import { Project } from '../../contract/projects.ts'

const nameOf = (personId: number, projectKey: string) => `assay:project:${personId}:${projectKey}`

/** What this browser last knew of a project, for the person who asked. */
export const recallProject = (personId: number, projectKey: string): Project | null => {
  try {
    return Project.parse(JSON.parse(localStorage.getItem(nameOf(personId, projectKey)) ?? ''))
  } catch {
    return null
  }
}

export const rememberProject = (personId: number, project: Project): Project => {
  try {
    localStorage.setItem(nameOf(personId, project.key), JSON.stringify(project))
  } catch {
    // A full or forbidden storage costs the head start, nothing else.
  }
  return project
}
