// A stand-in for the Maps JavaScript API, never in production: as much of it as a map with markers needs.
// Protocol: https://developers.google.com/maps/documentation/javascript/reference (Map, Marker, event).
(() => {
  const { currentScript } = document;
  const pins = new URL('../../../maps.gstatic.com/ground.svg', currentScript.src).href;
  const TILE = 256;
  const numbers = (at) => ({
    lat: typeof at.lat === 'function' ? at.lat() : at.lat,
    lng: typeof at.lng === 'function' ? at.lng() : at.lng,
  });
  /** Web Mercator, in pixels of the whole world at a zoom. */
  const project = (at, zoom) => {
    const { lat, lng } = numbers(at);
    const size = TILE * 2 ** zoom;
    const sine = Math.sin((lat * Math.PI) / 180);
    return { x: (lng / 360 + 0.5) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
  };

  class Listening {
    #listeners = new Map();
    addListener(name, call) {
      const one = { name, call, of: this };
      this.#listeners.set(one, one);
      return one;
    }
    remove(one) {
      this.#listeners.delete(one);
    }
    tell(name, ...told) {
      for (const { name: wanted, call } of this.#listeners.values()) if (wanted === name) call(...told);
    }
  }

  class Map_ extends Listening {
    markers = new Set();
    #options = { zoom: 0, center: { lat: 0, lng: 0 } };
    #ground;
    constructor(element, options) {
      super();
      element.replaceChildren();
      Object.assign(element.style, { position: 'relative' });
      this.#ground = document.createElement('div');
      Object.assign(this.#ground.style, { position: 'absolute', inset: '0', backgroundImage: `url("${pins}")` });
      this.#ground.dataset.map = 'stand-in';
      const says = document.createElement('p');
      says.textContent = 'Stand-in for Google Maps';
      Object.assign(says.style, { position: 'absolute', insetInlineStart: '0.5rem', bottom: '0', margin: '0', color: '#1a1a1a' });
      element.append(this.#ground, says);
      this.setOptions(options ?? {});
    }
    setOptions(options) {
      const before = this.#options.zoom;
      for (const [name, value] of Object.entries(options)) if (value !== undefined) this.#options[name] = value;
      this.draw();
      if (this.#options.zoom !== before) this.tell('zoom_changed');
    }
    setCenter(center) {
      this.setOptions({ center });
    }
    panTo(center) {
      this.setOptions({ center });
    }
    setZoom(zoom) {
      this.setOptions({ zoom });
    }
    getZoom() {
      return this.#options.zoom;
    }
    getCenter() {
      return this.#options.center;
    }
    getDiv() {
      return this.#ground.parentElement;
    }
    setExtraMapTypes() {}
    setHeading() {}
    setMapTypeId() {}
    setStreetView() {}
    setTilt() {}
    draw() {
      const { zoom, center } = this.#options;
      this.#ground.dataset.zoom = String(zoom);
      const { lat, lng } = numbers(center);
      this.#ground.dataset.center = `${lat},${lng}`;
      const middle = project(center, zoom);
      for (const { button, position } of this.markers) {
        if (button.parentElement !== this.#ground) this.#ground.append(button);
        const at = project(position, zoom);
        button.style.left = `calc(50% + ${at.x - middle.x}px)`;
        button.style.top = `calc(50% + ${at.y - middle.y}px)`;
      }
    }
  }

  class Marker extends Listening {
    position = { lat: 0, lng: 0 };
    button = document.createElement('button');
    #map;
    constructor(options) {
      super();
      this.button.type = 'button';
      this.button.textContent = '●';
      this.button.dataset.marker = '';
      Object.assign(this.button.style, { position: 'absolute', minWidth: '44px', minHeight: '44px', padding: '0', color: '#8a1c1c', background: '#fff', border: '1px solid #8a1c1c', borderRadius: '50%' });
      this.button.addEventListener('click', () => this.tell('click', { latLng: this.position }));
      this.setOptions(options ?? {});
    }
    setOptions({ position, title, map }) {
      if (position) this.position = position;
      if (title !== undefined) this.button.setAttribute('aria-label', title);
      if (map !== undefined) this.setMap(map);
      this.#map?.draw();
    }
    setPosition(position) {
      this.setOptions({ position });
    }
    setTitle(title) {
      this.setOptions({ title });
    }
    setAnimation() {}
    setClickable(clickable) {
      this.button.disabled = !clickable;
    }
    setCursor() {}
    setDraggable() {}
    setIcon() {}
    setLabel(label) {
      this.button.textContent = label ?? '●';
    }
    setOpacity() {}
    setShape() {}
    setVisible() {}
    setZIndex() {}
    setMap(map) {
      this.#map?.markers.delete(this);
      if (!map) this.button.remove();
      this.#map = map ?? undefined;
      map?.markers.add(this);
      map?.draw();
    }
  }

  const event = {
    addListener: (of, name, call) => of.addListener(name, call),
    removeListener: (one) => one?.of.remove(one),
  };
  window.google = { maps: { Map: Map_, Marker, event, version: 'stand-in' } };
  const callback = new URL(currentScript.src).searchParams.get('callback');
  if (callback !== null) window[callback]?.();
})();
