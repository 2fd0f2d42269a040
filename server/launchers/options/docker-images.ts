import type { DockerImage } from '../../../contract/launchers/options.ts'

/** Official images of test frameworks and languages, each with its usual test command. */
export const DOCKER_IMAGES: readonly DockerImage[] = [
  ['node:22-slim', 'npm test', 'Node.js 22'],
  ['node:24-slim', 'npm test', 'Node.js 24'],
  ['mcr.microsoft.com/playwright:v1.58.0-noble', 'npm ci && npx playwright test', 'Playwright with its browsers'],
  [
    'mcr.microsoft.com/playwright/python:v1.58.0-noble',
    'pip install -r requirements.txt && pytest',
    'Playwright for Python',
  ],
  ['mcr.microsoft.com/playwright/java:v1.58.0-noble', 'mvn -B test', 'Playwright for Java'],
  ['cypress/included:15.8.1', 'npm ci && npx cypress run', 'Cypress with its browsers'],
  ['cypress/browsers:22.21.1', 'npm ci && npx cypress run', 'Browsers for Cypress of your repository'],
  ['maven:3-eclipse-temurin-21', 'mvn -B test', 'Maven, Java 21'],
  ['maven:3-eclipse-temurin-17', 'mvn -B test', 'Maven, Java 17'],
  ['gradle:8-jdk21', 'gradle test --no-daemon', 'Gradle, Java 21'],
  ['python:3.13-slim', 'pip install -r requirements.txt && pytest', 'Python 3.13'],
  ['mcr.microsoft.com/dotnet/sdk:9.0', 'dotnet test', '.NET 9'],
].map(([image = '', launchCommand = '', about = '']) => ({ image, launchCommand, about }))
