/**
 * PostgreSQL's defaults assume spinning disks: with them, an update of eight rows given as jsonb scans its whole table of 17,000 (7 ms
 * instead of 0.3). All our connections plan for memory and flash.
 */
export const plannerSettings = ['random_page_cost=1.1', 'jit=off']
