import { defineConfig } from 'vite'
import { reporterBuild } from '../client/reporter-build.ts'

export default defineConfig(reporterBuild(import.meta.dirname, 'cjs'))
