import type { z } from 'zod/mini'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  starProject,
  unstarProject,
} from '../../contract/projects/projects.ts'
import type { Send } from '../http/http.ts'

/** Calls about projects. */
export const createProjectsService = (send: Send) => ({
  list: (query: Partial<z.infer<typeof listProjects.query>>, signal?: AbortSignal) =>
    send(listProjects, { query, signal }),
  create: (body: z.infer<typeof createProject.body>) => send(createProject, { body }),
  get: (projectKey: string) => send(getProject, { params: { projectKey } }),
  star: (projectKey: string) => send(starProject, { params: { projectKey }, body: {} }),
  unstar: (projectKey: string) => send(unstarProject, { params: { projectKey } }),
  delete: (projectKey: string) => send(deleteProject, { params: { projectKey } }),
})
export type ProjectsService = ReturnType<typeof createProjectsService>
