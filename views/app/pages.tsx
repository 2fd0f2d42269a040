import type { ComponentType } from 'react'

/** The page of each address that has one; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, ComponentType>> = {}
