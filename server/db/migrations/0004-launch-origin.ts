import { sql, type Kysely } from 'kysely'

/**
 * Where a launch comes from: commit, branch, pull request and build, as `LaunchOrigin` of the contract. Commit and branch are searched and
 * filtered. The origins of earlier launches are those that their agents sent.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table launch add column origin jsonb not null default '{}';

    update launch set origin = jsonb_strip_nulls(jsonb_build_object(
      'buildUrl', (select url from unnest(array[
          env->>'BUILD_URL', env->>'CIRCLE_BUILD_URL', env->>'TRAVIS_BUILD_WEB_URL', env->>'bamboo_buildResultsUrl', env->>'JOB_URL'
        ]) url where url ~* '^https?://' limit 1),
      'buildNumber', coalesce(env->>'BUILD_NUMBER', env->>'CIRCLE_BUILD_NUM', env->>'TRAVIS_BUILD_NUMBER'),
      'branch', regexp_replace(coalesce(env->>'GIT_BRANCH', env->>'CIRCLE_BRANCH', env->>'TRAVIS_BRANCH'), '^(refs/heads|origin)/', ''),
      'commit', (select lower(sha) from unnest(array[
          env->>'GIT_COMMIT', env->>'CIRCLE_SHA1', env->>'TRAVIS_COMMIT', env->>'BUILD_VCS_NUMBER'
        ]) sha where sha ~* '^[0-9a-f]{7,64}$' limit 1)
    )) from (select id as of_launch, ci->'envVariables' as env from launch where ci is not null) c where id = of_launch;

    alter table launch drop column words;
    drop function launch_words(text, text, text, jsonb, jsonb);
    create function launch_words(name text, build text, environment text, milestone jsonb, labels jsonb, origin jsonb)
      returns text language sql immutable parallel safe as $$
      select lower(concat_ws(e'\\n', name, build, environment, milestone->>'name', origin->>'branch', origin->>'commit',
        (select string_agg(l->>'value', e'\\n') from jsonb_array_elements(labels) l)) collate "C")
    $$;
    alter table launch add column words text collate "C"
      generated always as (launch_words(name, build, environment, milestone, labels, origin)) stored;

    do $$ begin
      create extension if not exists pg_trgm;
      create index launch_search on launch using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
    end $$;

    create index launch_branch on launch (project_id, (origin->>'branch'));
    create index launch_commit on launch (project_id, (origin->>'commit'))`.execute(db)
}
