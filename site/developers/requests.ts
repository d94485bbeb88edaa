import type { ApiEndpoint } from '../documents/endpoints.ts';
import type { CodeLanguage } from './highlight.ts';

/** The same request in one language. */
export interface RequestSample {
  readonly title: string;
  readonly language: CodeLanguage & ('sh' | 'js' | 'python');
  readonly code: string;
}

/** The example request of an endpoint, ready to run: with curl, in JavaScript and in Python, without a library. */
export function requestsOf({ example, mediaType }: Pick<ApiEndpoint, 'example' | 'mediaType'>, baseUrl: string): RequestSample[] {
  const url = baseUrl + example;
  const isJson = mediaType.startsWith('application/json');
  return [
    { title: 'curl', language: 'sh', code: `curl -s --compressed '${url}'` },
    {
      title: 'JavaScript',
      language: 'js',
      code: `const response = await fetch('${url}');\nconsole.log(await response.${isJson ? 'json' : 'text'}());`,
    },
    {
      title: 'Python',
      language: 'python',
      code: isJson
        ? `import json\nfrom urllib.request import urlopen\n\nprint(json.load(urlopen("${url}")))`
        : `from urllib.request import urlopen\n\nprint(urlopen("${url}").read().decode())`,
    },
  ];
}
