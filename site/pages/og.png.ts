import { printImage } from '../documents/image.ts';
import { publication } from '../publication.ts';

export const GET = async () => new Response(await printImage(publication().dataset));
