import { expect, test } from 'vitest';
import { readPlace } from '../../scripts/desk/screens/business/notations.ts';

test.each([
  ['48.0125, -122.619', [48.0125, -122.619]],
  ['48.0125,-122.619', [48.0125, -122.619]],
  ['48.0125 -122.619', [48.0125, -122.619]],
  ['48,0125; -122,619', [48.0125, -122.619]],
  ['geo:48.0125,-122.619', [48.0125, -122.619]],
  [
    'https://www.google.com/maps/place/Acme/@48.1,-122.7,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x1!8m2!3d48.0125!4d-122.619!16s',
    [48.0125, -122.619],
  ],
  ['https://www.google.com/maps/@48.0125,-122.619,15z', [48.0125, -122.619]],
  ['https://www.google.com/maps?q=48.0125,-122.619', [48.0125, -122.619]],
  ['https://www.google.com/maps/search/?api=1&query=48.0125%2C-122.619', [48.0125, -122.619]],
  ['https://www.google.com/maps/place/48.0125,+-122.619', [48.0125, -122.619]],
  ['https://www.google.com/maps/search/48.0125,+-122.619?entry=tts', [48.0125, -122.619]],
  ['https://www.google.com/maps?q=48.0125, -122.619', [48.0125, -122.619]],
  ['https://www.google.com/maps/search/?api=1&query=48.0125%2C%20-122.619', [48.0125, -122.619]],
  ['geo:48.0125, -122.619', [48.0125, -122.619]],
  ['https://maps.google.com/?ll=48.0125,-122.619', [48.0125, -122.619]],
  ['https://maps.apple.com/?address=1%20Main%20St&ll=48.0125,-122.619&q=Acme', [48.0125, -122.619]],
  ['https://maps.apple.com/place?coordinate=48.0125,-122.619&name=Acme', [48.0125, -122.619]],
  ['https://www.openstreetmap.org/?mlat=48.0125&mlon=-122.619#map=17/48.1/-122.7', [48.0125, -122.619]],
  ['https://www.openstreetmap.org/#map=17/48.0125/-122.619', [48.0125, -122.619]],
  ['https://www.openstreetmap.org/node/123#map=19/48.0125/-122.619', [48.0125, -122.619]],
  ['https://www.bing.com/maps?cp=48.0125~-122.619&lvl=16', [48.0125, -122.619]],
  ['48.01251234567, 2', [48.012512, 2]],
  ['https://maps.app.goo.gl/abc123', undefined],
  ['https://www.google.com/maps/place/Acme', undefined],
  ['91, 0', undefined],
  ['0, 181', undefined],
  ['48', undefined],
  ['1 Main Street', undefined],
  ['%', undefined],
])('a place on the map: %s', (entered, place) => {
  expect(readPlace(entered)).toEqual(place && { latitude: place[0], longitude: place[1] });
});
